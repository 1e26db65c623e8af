import { type Joint, linesOf, sorted } from './joint.ts'

export const java: Joint = {
  head: /^(package|import) /m,
  joinHeads: joinImports,
  gap: '\n',
  joinParts: (heads) => `package dev.keywright;\n\n${importsOf(heads.join('')).join('\n')}\n`,
  // a file has one class that others may take: here the program's
  enclose: (library) => library.replace(/^public (?=(final )?(class|interface|enum) )/gm, ''),
  // `java Client.java` runs the first class of the file
  isLast: true,
}

const importsOf = (text: string) => sorted(linesOf(text, /^import (?!dev\.keywright\.).*;$/gm))

function joinImports(library: string, sample: string): string {
  const begin = sample.slice(sample.lastIndexOf('\nimport ') + 1)
  return `${importsOf(library + sample).join('\n')}\n${begin.slice(begin.indexOf('\n') + 1)}`
}

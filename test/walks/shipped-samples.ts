import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'

/** The sample in one file. */
export const shipped = readShippedSample

/** The tabs of Integration Examples. */
export const fourTabs = {
  'C# WinForms': 'csharp',
  'Python (Tkinter)': 'python',
  'Node.js': 'node',
  'C++': 'cpp',
} as const
/** The tabs of the documentation. */
export const sixTabs = {
  JavaScript: 'javascript',
  Python: 'python',
  'C#': 'csharp',
  PHP: 'php',
  'Node.js': 'node',
  'C++': 'cpp',
} as const

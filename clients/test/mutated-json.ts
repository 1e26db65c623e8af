/** Answers of a server, and texts at the edges of what JSON is. */
const answers = [
  '{"success":true,"user_id":2147483647,"username":"\\ud83d\\ude80 名\\u0000\\/","email":null,"features":{"a":[1,-0,1.5e-3,{}],"b":""}}',
  ' [ 0, -0, 1E+2, 9223372036854775807, -9223372036854775808, 12345678901234567890123, true, false, null, "\\b\\f\\n\\r\\t\\"\\\\" ] ',
  '{"message":"Grüße, “quoted” 🚀","retry":3,"nested":{"deep":[[[[{"x":[]}]]]]},"a":1,"a":2}',
  '"\\ud83d"',
  '"\\udc00"',
  '01',
  '1.',
  '.5',
  '-',
  '[1,]',
  '{"a":1,}',
  '{"a" 1}',
  '1e999',
  'nul',
  '"tab\there"',
  '',
  ' ',
  '[]]',
]
const interesting = Buffer.from(
  '{}[]:,"\\0123456789.eE+-truefalsn ud8\n\t\x1f\x7f\x80\xbf\xc0\xc2\xe0\xed\xf0\xf4\xff',
  'latin1',
)

/** Always the same numbers. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One to three bytes changed, left out or put in. */
function mutated(text: Buffer, next: (below: number) => number): Buffer {
  let bytes: Buffer = text
  for (let left = 1 + next(3); left > 0; left -= 1) {
    const at = next(bytes.length + 1)
    const put = interesting.subarray(next(interesting.length)).subarray(0, next(3))
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + next(3))])
  }
  return bytes
}

/** So many texts, of which many are no JSON: always the same. */
export function mutatedJson(count: number): readonly Buffer[] {
  const next = numbersFrom(7)
  const seeds = answers.map((text) => Buffer.from(text))
  const texts: Buffer[] = [...seeds]
  while (texts.length < count) texts.push(mutated(seeds[next(seeds.length)] ?? Buffer.alloc(0), next))
  return texts
}

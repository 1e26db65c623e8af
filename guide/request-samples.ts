import type { Sample } from './code-group.ts'

/** A request as the guide shows it. */
export interface SampleRequest {
  readonly method: string
  /** With the origin and the query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const sampleLanguageNames = ['curl', 'JavaScript', 'Python', 'PHP', 'C#', 'C++'] as const
export type SampleLanguageName = (typeof sampleLanguageNames)[number]

/** The request in these languages, each a whole program. */
export function requestSamples(request: SampleRequest, names: readonly SampleLanguageName[]): Sample[] {
  const whole = request.body === undefined ? request : { ...request, headers: { ...request.headers, ...jsonHeader } }
  return names.map((name) => ({ name, language: writers[name].language, code: writers[name].write(whole) }))
}

const jsonHeader = { 'Content-Type': 'application/json' }

interface Writer {
  readonly language: string
  readonly write: (request: SampleRequest) => string
}

const writers: Readonly<Record<SampleLanguageName, Writer>> = {
  curl: { language: 'sh', write: curl },
  JavaScript: { language: 'js', write: javascript },
  Python: { language: 'python', write: python },
  PHP: { language: 'php', write: php },
  'C#': { language: 'csharp', write: csharp },
  'C++': { language: 'cpp', write: cpp },
}

const compact = (value: unknown) => JSON.stringify(value)
const entriesOf = (headers: SampleRequest['headers']) => Object.entries(headers)
const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

function curl({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...entriesOf(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(compact(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

function javascript({ method, url, headers, body }: SampleRequest): string {
  const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = [
    ...(method === 'GET' ? [] : [`  method: ${text(method)},`]),
    '  headers: {',
    ...entriesOf(headers).map(([name, value]) => `    ${text(name)}: ${text(value)},`),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),`]),
  ]
  return [
    `const response = await fetch(${text(url)}, {`,
    ...lines,
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function python({ method, url, headers, body }: SampleRequest): string {
  return [
    ...(body === undefined ? [] : ['import json']),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${compact(url)},`,
    ...(method === 'GET' ? [] : [`    method=${compact(method)},`]),
    `    headers=${indent(pythonValue(headers), 4)},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${indent(pythonValue(body), 4)}).encode(),`]),
    ')',
    'try:',
    '    response = urlopen(request, timeout=30)',
    'except HTTPError as rejection:',
    '    response = rejection',
    'print(response.status, response.read().decode())',
  ].join('\n')
}

/** A value in Python's spelling, four spaces deep. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return compact(value)
  const lines = Object.entries(value).map(([name, one]) => `    ${compact(name)}: ${indent(pythonValue(one), 4)},`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function php({ method, url, headers, body }: SampleRequest): string {
  return [
    '<?php',
    '',
    "$context = stream_context_create(['http' => [",
    ...(method === 'GET' ? [] : [`    'method' => ${phpValue(method)},`]),
    `    'header' => ${indent(phpValue(entriesOf(headers).map(([name, value]) => `${name}: ${value}`)), 4)},`,
    ...(body === undefined ? [] : [`    'content' => json_encode(${indent(phpValue(body), 4)}),`]),
    "    'ignore_errors' => true,",
    "    'timeout' => 30,",
    ']]);',
    `echo file_get_contents(${phpValue(url)}, false, $context), PHP_EOL;`,
  ].join('\n')
}

function phpValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return compact(value)
  const isList = Array.isArray(value)
  const lines = Object.entries(value).map(
    ([name, one]) => `    ${isList ? '' : `${phpValue(name)} => `}${indent(phpValue(one), 4)},`,
  )
  if (lines.length === 0) return isList ? '[]' : '(object) []'
  return `[\n${lines.join('\n')}\n]`
}

function csharp({ method, url, headers, body }: SampleRequest): string {
  const name = `${method[0]}${method.slice(1).toLowerCase()}`
  return [
    'using System;',
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'public static class Example',
    '{',
    '    public static void Main()',
    '    {',
    '        using (var client = new HttpClient())',
    '        {',
    `            var request = new HttpRequestMessage(HttpMethod.${name}, ${compact(url)});`,
    ...entriesOf(headers)
      .filter(([header]) => header !== 'Content-Type')
      .map(
        ([header, value]) =>
          `            request.Headers.TryAddWithoutValidation(${compact(header)}, ${compact(value)});`,
      ),
    ...(body === undefined
      ? []
      : [
          `            var body = @"${JSON.stringify(body, null, 2).replaceAll('"', '""')}";`,
          '            request.Content = new StringContent(body, Encoding.UTF8, "application/json");',
        ]),
    '            var response = client.SendAsync(request).GetAwaiter().GetResult();',
    '            var text = response.Content.ReadAsStringAsync().GetAwaiter().GetResult();',
    '            Console.WriteLine((int)response.StatusCode + " " + text);',
    '        }',
    '    }',
    '}',
  ].join('\n')
}

function cpp({ url, headers, body }: SampleRequest): string {
  const [first, ...rest] = entriesOf(headers).map(([name, value]) => compact(`${name}: ${value}`))
  return [
    '// Needs libcurl: link with -lcurl.',
    '#include <curl/curl.h>',
    '',
    'int main() {',
    '    curl_global_init(CURL_GLOBAL_DEFAULT);',
    '    CURL* curl = curl_easy_init();',
    `    curl_slist* headers = curl_slist_append(nullptr, ${first});`,
    ...rest.map((line) => `    headers = curl_slist_append(headers, ${line});`),
    `    curl_easy_setopt(curl, CURLOPT_URL, ${compact(url)});`,
    '    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);',
    ...(body === undefined
      ? []
      : [`    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, R"(${JSON.stringify(body, null, 2)})");`]),
    '    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);',
    '    const CURLcode result = curl_easy_perform(curl);  // prints the response',
    '    curl_slist_free_all(headers);',
    '    curl_easy_cleanup(curl);',
    '    curl_global_cleanup();',
    '    return result == CURLE_OK ? 0 : 1;',
    '}',
  ].join('\n')
}

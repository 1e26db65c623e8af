/** Systems that the samples have build and run lines for. */
type System = 'windows' | 'macos' | 'linux'

/** The viewer's system by `navigator.platform`; any other is taken for Linux. */
export function systemOf(platform: string): System {
  if (/^win/i.test(platform)) return 'windows'
  return /^(mac|iphone|ipad)/i.test(platform) ? 'macos' : 'linux'
}

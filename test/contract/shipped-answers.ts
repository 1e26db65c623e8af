/** What the public API answered before it learned devices, presets, redemptions and grace; recorded from that server. */
export const shippedAnswers: Readonly<Record<string, string>> = {
  register:
    '200 {"success":true,"code":"user_registered","message":"User registered successfully","user_id":<number>,"username":"ada","email":"ada@example.com","expires_at":"<time>","hwid_locked":true,"request_id":"<id>"}',
  'register: taken':
    '409 {"success":false,"code":"username_taken","message":"This username is already taken.","request_id":"<id>"}',
  'register: full':
    '409 {"success":false,"code":"license_full","message":"This license key has no free seat.","request_id":"<id>"}',
  'register: unknown key':
    '404 {"success":false,"code":"license_not_found","message":"License key not found","request_id":"<id>"}',
  login:
    '200 {"success":true,"code":"login_successful","message":"Login successful! Welcome back.","user_id":<number>,"username":"ada","email":"ada@example.com","expires_at":"<time>","hwid_locked":true,"request_id":"<id>"}',
  'login, other address':
    '200 {"success":true,"code":"login_successful","message":"Login successful! Welcome back.","user_id":<number>,"username":"ada","email":"ada@example.com","expires_at":"<time>","hwid_locked":true,"request_id":"<id>"}',
  'login: wrong password':
    '401 {"success":false,"code":"invalid_credentials","message":"Invalid username or password. Please try again.","request_id":"<id>"}',
  'login: other device':
    '403 {"success":false,"code":"hwid_mismatch","message":"Hardware ID mismatch detected. Please contact support for assistance.","request_id":"<id>"}',
  'login: old version':
    '403 {"success":false,"code":"version_mismatch","message":"Your application version is outdated. Please update to continue.","request_id":"<id>"}',
  'login: nothing sent':
    '400 {"success":false,"code":"invalid_request","message":"username is required.","request_id":"<id>"}',
  verify: '200 {"success":true,"code":"user_verified","message":"User verified","request_id":"<id>"}',
  start:
    '200 {"success":true,"code":"session_started","message":"Session started","session_token":"<token>","request_id":"<id>"}',
  'verify in a session': '200 {"success":true,"code":"user_verified","message":"User verified","request_id":"<id>"}',
  heartbeat:
    '200 {"success":true,"code":"session_alive","message":"Session is alive","session_token":"<token>","request_id":"<id>"}',
  'heartbeat: paused':
    '403 {"success":false,"code":"account_paused","message":"Your account has been disabled. Please contact support.","request_id":"<id>"}',
  'login: paused':
    '403 {"success":false,"code":"account_paused","message":"Your account has been disabled. Please contact support.","request_id":"<id>"}',
  end: '200 {"success":true,"code":"session_closed","message":"Session ended","session_token":"<token>","request_id":"<id>"}',
  'heartbeat: ended':
    '410 {"success":false,"code":"session_ended","message":"Session has ended","reason":"logout","request_id":"<id>"}',
  'verify in an ended session':
    '410 {"success":false,"code":"session_ended","message":"Session has ended","reason":"logout","request_id":"<id>"}',
  'login: license expired':
    '403 {"success":false,"code":"license_expired","message":"Your license has expired. Please renew it.","request_id":"<id>"}',
  'verify: license expired':
    '403 {"success":false,"code":"license_expired","message":"Your license has expired. Please renew it.","request_id":"<id>"}',
  'login: expired':
    '403 {"success":false,"code":"account_expired","message":"Your account has expired. Please renew your subscription.","request_id":"<id>"}',
  'login: without hardware ID and license':
    '200 {"success":true,"code":"login_successful","message":"Login successful! Welcome back.","user_id":<number>,"username":"free","email":null,"expires_at":null,"hwid_locked":false,"request_id":"<id>"}',
}

export const shippedLease = {
  answer:
    '{"success":true,"code":"login_successful","message":"Login successful! Welcome back.","user_id":<number>,"username":"ada","email":null,"expires_at":"<time>","hwid_locked":true,"lease":"<lease>","request_id":"<id>"}',
  /** As the samples compare it: `clients/README.md`, Offline lease. */
  claims:
    /^\{"iss":"[ !#-[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),"nbf":([0-9]{1,12}),"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(,"lic":"[A-Za-z0-9_-]{43}")?,"ver":1\}$/,
}

import { press } from './press-button.ts'
import type { SpecifiedScreen } from './specified-screen.ts'

export const furtherApplicationScreens: readonly SpecifiedScreen[] = [
  {
    name: 'the section Webhooks',
    address: '/app/:full?section=webhooks',
    texts: ['URL', 'Events', 'Status', 'Disable', 'Add Webhook'],
  },
  {
    name: 'the dialog Add Webhook',
    address: '/app/:full?section=webhooks&dialog=add-webhook',
    texts: [
      'URL',
      'Active',
      'Secret (Optional)',
      'user_login',
      'login_failed',
      'user_registration',
      'account_disabled',
      'account_expired',
      'version_mismatch',
      'hwid_mismatch',
      'login_blocked_ip',
      'login_blocked_username',
      'login_blocked_hwid',
      'session_start',
      'session_end',
    ],
  },
  {
    name: 'the section Blacklist',
    address: '/app/:full?section=blacklist',
    texts: ['Type', 'Value', 'Reason', 'Scope', 'Global', 'App ', 'chargeback'],
  },
  {
    name: 'the dialog Add to Blacklist',
    address: '/app/:full?section=blacklist&dialog=block',
    act: async (page) => {
      if ((await page.getByRole('dialog').count()) === 0) await press('Add')(page)
    },
    texts: ['Type', 'IP', 'Username', 'HWID', 'Data', 'Reason (Optional)', 'Global'],
  },
  {
    name: 'the section API Config',
    address: '/app/:full?section=api-config',
    texts: [
      'API Key',
      'Show API key',
      'Copy API key',
      'Base URL',
      'Login Endpoint',
      'Register Endpoint',
      '/api/auth',
      '/api/auth/login',
      '/api/auth/register',
    ],
  },
  {
    name: 'the section Messages',
    address: '/app/:full?section=messages',
    texts: ['Reset to Defaults', 'Save Messages'],
  },
  {
    name: 'the page Licence Keys',
    address: '/app/:full/licenses',
    texts: [
      'License Keys - My Game App',
      'Total Keys',
      'Active Keys',
      'Total Users',
      'Expired Keys',
      'Generate Key',
      'Create Custom Key',
      'License Key',
      'Users',
      'remaining',
      'Validity',
      'Status',
      'Expires',
      'days left',
    ],
  },
  {
    name: 'the page Licence Keys without a key',
    address: '/app/:empty/licenses',
    texts: ['No license keys created', 'Generate License Key'],
  },
  {
    name: 'the dialog Generate Key',
    address: '/app/:full/licenses?dialog=generate',
    texts: ['Generate Key', 'Maximum Users', 'Validity Days', 'Description (Optional)'],
  },
  {
    name: 'the dialog Create Custom Key',
    address: '/app/:full/licenses?dialog=custom',
    texts: ['Create Custom Key', 'License Key', 'e.g., MY-CUSTOM-KEY-2027', 'Maximum Users', 'Validity Days'],
  },
  {
    name: 'the question Delete License Key',
    address: '/app/:full/licenses?q=KW-ACTIVE-0001-AAAA',
    act: press(/^Delete license key/),
    texts: ['This action cannot be undone. Any users currently using this license will lose access.', 'Cancel'],
  },
]

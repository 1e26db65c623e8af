import type { SpecifiedScreen } from './specified-screen.ts'
import { pressButton } from './specified-screen.ts'

const noApplications = { '/api/applications': [] }

const noUsers = { '/api/admin/users': [] }

export const startScreens: readonly SpecifiedScreen[] = [
  {
    name: 'the landing page',
    address: '/',
    isVisitor: true,
    texts: ['Features', 'Documentation', 'Dashboard', 'Pricing', 'Sign In'],
  },
  {
    name: 'the sign-in page',
    address: '/login',
    isVisitor: true,
    texts: [
      'Sign in',
      'Access your Keywright dashboard',
      'Email',
      'Password',
      'Remember me',
      'Forgot password?',
      'Sign In',
      'By signing in you agree to the terms and the privacy notice',
    ],
  },
  { name: 'an unknown path', address: '/nowhere', isVisitor: true, isLoaded: true, texts: ['404 Page Not Found'] },
  {
    name: 'the dashboard',
    address: '/dashboard',
    texts: [
      'Keywright',
      'Dashboard',
      'Code',
      'Docs',
      'Code Editor',
      'Users',
      'Logout',
      'Welcome back!',
      'owner@example.com',
      'My Game App',
      'Active',
      'Inactive',
      'No description provided',
      'Version',
      'HWID Lock',
      'Enabled',
      'Disabled',
      'Manage',
      'Webhooks',
      'Configure event notifications',
      'Blacklist',
      'Manage blocked users',
      'Activity Logs',
      'Monitor system events',
    ],
  },
  {
    name: 'the settings menu',
    address: '/',
    act: pressButton('Settings'),
    texts: ['Dashboard', 'Integration Examples', 'Sign Out'],
  },
  {
    name: 'the dashboard without an application',
    address: '/',
    answers: noApplications,
    texts: ['No Applications Yet', 'You will receive an API key', 'Create Your First Application'],
  },
  {
    name: 'the dialog New Application',
    address: '/?dialog=new-application',
    texts: ['New Application', 'Application Name', 'e.g., My Game App', 'Description (Optional)'],
  },
  {
    name: 'the question Confirm Logout',
    address: '/',
    act: pressButton('Logout'),
    texts: ['Confirm Logout', 'You will need to log in again to access the dashboard.', 'Cancel', 'Logout'],
  },
  {
    name: 'the question Delete Application',
    address: '/',
    act: pressButton('Delete Empty App'),
    texts: ['Delete Application', 'This action cannot be undone.', 'and remove all associated data.', 'Cancel'],
  },
  {
    name: 'the gate of the admin panel',
    address: '/admin-login',
    isVisitor: true,
    texts: ['Admin key', 'Enter'],
  },
  {
    name: 'the admin panel',
    address: '/admin-login',
    act: pressButton(/^Continue as/),
    texts: ['Home', 'Log out', 'Add User', 'Email', 'Role / Password', 'Status'],
  },
  {
    name: 'the admin panel without a user',
    address: '/admin-login',
    answers: noUsers,
    act: pressButton(/^Continue as/),
    texts: ['No users found'],
  },
  {
    name: 'the dialog Create User',
    address: '/admin-login',
    act: async (page) => {
      await pressButton(/^Continue as/)(page)
      await pressButton('Add User')(page)
    },
    texts: ['Create User', 'Email', 'Password', 'owner', 'admin', 'staff', 'moderator', 'user'],
  },
]

import { type ChangeEvent, useState } from 'react'
import { holdsRole } from '../../../shared/administration.ts'
import { hasPermission, type Principal, type Role, rolePresets, roles } from '../../../shared/permissions.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { createFailure } from './create-failure.ts'
import type { ShownInvite } from './invite-link-dialog.tsx'
import { PermissionTag } from './permission-tag.tsx'
import { roleTexts } from './permission-texts.ts'
import type { Access } from './use-access.ts'
import { type NewDashboardUser, useCreateUser } from './use-users.ts'

export interface CreateUserDialogProps {
  readonly access: Access
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called with the link where the user is to choose the password. */
  readonly onInvited: (invite: ShownInvite) => void
}

export const CreateUserDialog = perOpening(CreateUserForm)

const ways = [
  { value: 'password', label: 'Type a password' },
  { value: 'invite', label: 'Invite link' },
] as const

const blank = { email: '', password: '', role: 'user' as Role, way: 'password' as (typeof ways)[number]['value'] }

function CreateUserForm({ access, isOpen, onClose, onInvited }: CreateUserDialogProps) {
  const [form, setForm] = useState(blank)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const create = useCreateUser(access, ({ email, invite }) => invite && onInvited({ email, ...invite }), onClose)
  const missing = missingText(form)
  const submit = () => {
    if (missing !== undefined) return
    setErrors({})
    create.mutate(bodyOf(form, access), {
      onError: (error) => {
        toast({ title: 'Error', description: createFailure(error), kind: 'destructive' })
        setErrors(fieldErrors(error))
      },
    })
  }
  const options = roles.filter((role) => holdsRole(access.viewer, role)).map((role) => ({ value: role, label: role }))
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title="Create User"
      isDirty={JSON.stringify(form) !== JSON.stringify(blank)}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={create.isPending}
            busyText="Creating…"
            disabledReason={missing}
          >
            Create User
          </Button>
        </>
      }
    >
      <Field label="Email" isRequired error={errors.email}>
        <TextInput
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.email}
          onChange={(event: ChangeEvent<HTMLInputElement>) => set({ email: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <Segmented
          label="How the user signs in first"
          options={ways}
          value={form.way}
          onChange={(way) => set({ way })}
        />
        {form.way === 'password' ? (
          <Field
            label="Password"
            isRequired
            error={errors.password}
            hint="At least 12 characters. It is shown beside the role until this page is closed."
          >
            <PasswordInput
              name="password"
              autoComplete="new-password"
              value={form.password}
              onChange={(event) => set({ password: event.target.value })}
            />
          </Field>
        ) : (
          <p className="text-second text-fg-2">
            You get a link that works once, for seven days. Whoever opens it chooses the password, which nobody else
            knows.
          </p>
        )}
      </div>
      <Field label="Role" error={errors.role} hint={roleTexts[form.role]}>
        <Select name="role" options={options} value={form.role} onChange={(role) => set({ role })} />
      </Field>
      <RolePreset role={form.role} viewer={access.viewer} />
    </Dialog>
  )
}

function missingText({ email, password, way }: typeof blank): string | undefined {
  if (email.trim() === '') return 'Enter an email address first.'
  return way === 'password' && password === '' ? 'Enter a password first.' : undefined
}

/** What the role brings along, without what the viewer could not give. */
function bodyOf({ email, password, role, way }: typeof blank, { viewer }: Access): NewDashboardUser {
  const given = rolePresets[role].filter((permission) => hasPermission(viewer, permission))
  return {
    email: email.trim(),
    role,
    ...(way === 'password' && { password }),
    ...(given.length < rolePresets[role].length && { permissions: given }),
  }
}

function fieldErrors(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'email_taken') return { email: error.message }
  const { email, password, role } = error.fields
  return {
    ...(email !== undefined && { email: 'Enter a valid email address.' }),
    ...(password !== undefined && { password }),
    ...(role !== undefined && { role }),
  }
}

/** What a new user of this role may do, and what the viewer can't give along. */
function RolePreset({ role, viewer }: { readonly role: Role; readonly viewer: Principal }) {
  const preset = rolePresets[role]
  const missing = preset.filter((permission) => !hasPermission(viewer, permission))
  return (
    <div className="flex flex-col gap-2 text-second">
      <p className="text-fg-2">
        {preset.length === 0 ? 'Comes without permissions; they can be given afterwards.' : 'Comes with'}
      </p>
      {preset.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {preset.map((permission) => (
            <li key={permission}>
              <PermissionTag permission={permission} isMissing={missing.includes(permission)} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className="text-fg-3">Crossed out are permissions that you don't have yourself and so can't give.</p>
      )}
    </div>
  )
}

/** Why something failed, read aloud when it appears; nothing while there is no error. `<ErrorText text={error} />` */
export function ErrorText({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="text-second text-bad">
      {text}
    </p>
  )
}

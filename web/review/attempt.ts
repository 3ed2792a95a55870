/** What a dialog asks for: it is busy meanwhile, and says what failed. */
import { useState } from 'preact/hooks'

export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailed('')
    await work().catch((error: Error) => setFailed(error.message))
    setBusy(false)
  }
  return { attempt, isBusy, failed, setFailed }
}

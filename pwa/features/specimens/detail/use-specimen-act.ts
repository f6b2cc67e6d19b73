import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';

/** An act on a specimen that asks for a reason: its window stays open with what was typed while it is refused. */
export function useSpecimenAct(name: string) {
  const run = useRunOperation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const missing = reason.trim() === '';
  const close = (): void => {
    setOpen(false);
    setReason('');
    setAsked(false);
    setProblem(null);
  };
  const confirm = async (args: Record<string, unknown>): Promise<void> => {
    setAsked(true);
    setProblem(null);
    if (missing) return;
    setBusy(true);
    try {
      const result = await run(name, { ...args, reason: reason.trim() });
      if (result.outcome === 'REJECTED') setProblem(result.message ?? 'That was refused.');
      else close();
    } finally {
      setBusy(false);
    }
  };
  const error = asked && missing ? MESSAGES.reasonRequired : null;
  return { open, show: () => setOpen(true), close, reason, setReason, error, busy, problem, confirm };
}

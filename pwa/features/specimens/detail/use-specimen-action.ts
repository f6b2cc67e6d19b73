import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';

/** Runs an action that asks for a reason; after a refusal its dialog stays open with the input. */
export function useSpecimenAction() {
  const run = useRunOperation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const missing = reason.trim() === '';
  const close = (): void => {
    setOpen(false);
    setReason('');
    setIsSubmitted(false);
    setProblem(null);
  };
  const confirm = async (callWith: (reason: string) => BenchCall | null): Promise<void> => {
    setIsSubmitted(true);
    setProblem(null);
    const call = missing ? null : callWith(reason.trim());
    if (!call) return;
    setBusy(true);
    try {
      const result = await run(call.name, call.args);
      if (result.outcome === 'REJECTED') setProblem(result.message ?? 'That was refused.');
      else close();
    } finally {
      setBusy(false);
    }
  };
  const error = isSubmitted && missing ? MESSAGES.reasonRequired : null;
  return { open, show: () => setOpen(true), close, reason, setReason, error, busy, problem, confirm };
}

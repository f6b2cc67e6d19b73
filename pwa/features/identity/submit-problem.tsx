import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { AppError } from '#db/errors/app-error.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** Why the server refused a form: above the fields, and at each field that it names. */
export function SubmitProblem({ problem }: { problem: AppError | null }) {
  const { setError } = useFormContext();
  useEffect(() => {
    for (const { path, message } of problem?.issues ?? []) setError(path, { type: 'server', message });
  }, [problem, setError]);
  return problem && <Notice tone="danger" title={problem.message} />;
}

import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { AppError } from '#db/errors/app-error.ts';
import type { Control } from '#pwa/ui/form/control.ts';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** Input for a secret that can be made visible. */
export function PasswordInput(
  props: Control<string> & { autoComplete: 'current-password' | 'new-password' },
) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <div className="relative [&>input]:pr-16">
      <TextInput {...props} type={isVisible ? 'text' : 'password'} />
      <button
        type="button"
        aria-pressed={isVisible}
        onClick={() => setIsVisible(!isVisible)}
        className="absolute inset-y-0 right-0 min-h-control rounded-md px-3 font-medium text-ink-soft text-sm hover:text-ink"
      >
        {isVisible ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

/** Why the server refused a form: above the fields, and at each field that it names. */
export function SubmitProblem({ problem }: { problem: AppError | null }) {
  const { setError } = useFormContext();
  useEffect(() => {
    for (const { path, message } of problem?.issues ?? []) setError(path, { type: 'server', message });
  }, [problem, setError]);
  return problem && <Notice tone="danger" title={problem.message} />;
}

let lastAddress = '';

/** Remember the typed email address for the next account page, in memory only. */
export function rememberAddress(email: string): void {
  lastAddress = email.trim();
}

/** Return the email address typed before. */
export const readLastAddress = (): string => lastAddress;

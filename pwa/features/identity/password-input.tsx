import { useState } from 'react';
import type { Control } from '#pwa/ui/form/control.ts';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

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

import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button, type ButtonProps } from '../button.tsx';

/** Sends the form around it; busy while it is being sent. */
export function SubmitButton({
  children,
  ...rest
}: { children: ReactNode } & Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormState();
  return (
    <Button variant="primary" {...rest} type="submit" busy={isSubmitting}>
      {children}
    </Button>
  );
}

import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button, type ButtonProps } from '../button.tsx';

/** The submit button of a form; busy while the form is being sent. */
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

import { Toaster as Sonner, toast as show } from 'sonner';

type Theme = 'light' | 'dark' | 'midnight';

/** Short messages at the top of the page: top-center, 4 seconds, three at once (specification section 9). */
export function Toaster({ theme }: { theme: Theme }) {
  return (
    <Sonner
      position="top-center"
      duration={4000}
      visibleToasts={3}
      theme={theme === 'light' ? 'light' : 'dark'}
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          borderColor: 'var(--line-strong)',
          fontSize: 'var(--text-base)',
        },
      }}
    />
  );
}

/** Shows a short message. What must not be missed belongs in the page, not here. */
export const toast = {
  success: (text: string): void => void show.success(text),
  info: (text: string): void => void show.info(text),
  warning: (text: string): void => void show.warning(text),
  error: (text: string): void => void show.error(text),
};

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ThemeProvider, useTheme } from '#pwa/theme/theme-provider.tsx';
import { DirtyContext } from '#pwa/ui/form/dirty-context.ts';
import { Toaster } from '#pwa/ui/toast.tsx';
import { Composition } from './composition.tsx';
import { reportDirty } from './dirty.ts';

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } });

function ThemedToaster() {
  return <Toaster theme={useTheme().theme} />;
}

/** Everything a screen may rely on. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <DirtyContext value={reportDirty}>
          <Composition>{children}</Composition>
        </DirtyContext>
      </QueryClientProvider>
      <ThemedToaster />
    </ThemeProvider>
  );
}

import type { ReactNode } from 'react';
import { ThemeProvider, useTheme } from '#pwa/theme/theme-provider.tsx';
import { DirtyContext } from '#pwa/ui/form/dirty-context.ts';
import { Toaster } from '#pwa/ui/toast.tsx';
import { Composition } from './composition.tsx';
import { reportDirty } from './dirty.ts';
import { HostGate } from './host-gate.tsx';

function ThemedToaster() {
  return <Toaster theme={useTheme().theme} />;
}

/** The providers that every screen may rely on. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <DirtyContext value={reportDirty}>
        <HostGate>
          <Composition>{children}</Composition>
        </HostGate>
      </DirtyContext>
      <ThemedToaster />
    </ThemeProvider>
  );
}

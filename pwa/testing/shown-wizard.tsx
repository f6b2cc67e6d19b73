import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { WizardPage } from '#pwa/features/ordering/drafts/wizard-page.tsx';
import { Toaster } from '#pwa/ui/dialog/toast.tsx';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

type Wizard = ComponentProps<typeof WizardPage>;

/** The order wizard as its route shows it; props that a test does not pass have no effect. */
export const ShownWizard = ({
  id,
  step,
  ...more
}: Pick<Wizard, 'id' | 'step'> & Partial<Omit<Wizard, 'id' | 'step'>>) => (
  <RouterContextProvider router={router}>
    <OnlineQueries>
      <Toaster theme="light" />
      <WizardPage
        id={id}
        step={step}
        onStep={() => undefined}
        onDiscarded={() => undefined}
        onAnother={() => undefined}
        orders="/orders"
        onFollow={() => undefined}
        card={() => null}
        rates={() => null}
        {...more}
      />
    </OnlineQueries>
  </RouterContextProvider>
);

/** The server's answer when the rows are saved. */
export const SAVED_ROWS = {
  warnings: [],
  faults: [],
  question: null,
  rowCount: 1,
  ignored: [],
  saved: true,
  mode: 'replace',
  differences: { added: [], changed: [], removed: [], unchanged: 0 },
  rows: [],
};

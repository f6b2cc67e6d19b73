import { ActionsLook } from './actions-look.tsx';
import { FieldsLook } from './fields-look.tsx';
import { FoundationsLook } from './foundations-look.tsx';
import { GridsLook } from './grids-look.tsx';
import { LayoutsLook } from './layouts-look.tsx';
import { ListLook } from './list-look.tsx';
import { ServerListLook } from './server-list-look.tsx';
import { StatesLook } from './states-look.tsx';
import { StatusLook } from './status-look.tsx';
import { VerdictLook } from './verdict-look.tsx';

/** The component gallery: every component in every state, for developers. */
export function LookReference() {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">
        Every screen is made of what stands here. Names in grey are the ones to use in code.
      </p>
      <VerdictLook />
      <StatusLook />
      <GridsLook />
      <ListLook />
      <ServerListLook />
      <FieldsLook />
      <ActionsLook />
      <LayoutsLook />
      <StatesLook />
      <FoundationsLook />
    </div>
  );
}

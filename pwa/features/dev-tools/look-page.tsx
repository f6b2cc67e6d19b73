import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MainLayout } from '#pwa/app/layouts/main-layout.tsx';
import { type Shell, ShellContext, useShell } from '#pwa/app/shell.ts';
import { useMenu } from '#pwa/app/use-menu.ts';
import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { SyncChip } from '#pwa/ui/sync-chip.tsx';
import { ActionsLook } from './actions-look.tsx';
import { FieldsLook } from './fields-look.tsx';
import { FoundationsLook } from './foundations-look.tsx';
import { GridsLook } from './grids-look.tsx';
import { ListLook } from './list-look.tsx';
import { StatesLook } from './states-look.tsx';
import { StatusLook } from './status-look.tsx';
import { VerdictLook } from './verdict-look.tsx';

function Looks() {
  const menu = useMenu();
  const { pathname } = useLocation();
  return (
    <MainLayout menu={menu} path={pathname}>
      <Page title="The look" actions={<ThemeSwitch />}>
        <p className="max-w-prose text-ink-soft">
          Every screen is made of what stands here. Names in grey are the ones to use in code.
        </p>
        <VerdictLook />
        <StatusLook />
        <GridsLook />
        <ListLook />
        <FieldsLook />
        <ActionsLook />
        <StatesLook />
        <FoundationsLook />
      </Page>
    </MainLayout>
  );
}

/** The reference of the look: every component in every state, in the frame of a real page. */
export function LookPage() {
  const shell = useShell();
  const shown = useMemo<Shell>(() => {
    if (shell.session === 'authenticated') return shell;
    // Open without a session, so that the look can be checked on a machine without a server.
    const user = {
      name: 'Example Person',
      email: null,
      role: 'DEVELOPER',
      companyName: 'Example',
      permissions: [],
      parentCompanyId: null,
      userCompanyId: 'example',
      companies: [],
      isSuperAdmin: false,
    } as const;
    return { ...shell, user, syncChip: <SyncChip state="waiting" waiting={12} conflicts={0} /> };
  }, [shell]);
  return (
    <ShellContext value={shown}>
      <Looks />
    </ShellContext>
  );
}

import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, PanelLeft, ShoppingCart } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import type { Visitor } from '#db/access/permissions.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { DrawerProps } from '#pwa/navigation/drawer-window.tsx';
import type { NavigationEntry } from '#pwa/navigation/menu.ts';
import { MenuRail } from '#pwa/navigation/menu-rail.tsx';
import { Sidebar } from '#pwa/navigation/sidebar.tsx';
import { UserMenu } from '#pwa/navigation/user-menu.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { useWindow } from '#pwa/ui/dialog/dialog.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { useRoomy, useWide } from '#pwa/ui/use-wide.ts';
import { EntityLogo, Footer } from './logo-and-footer.tsx';
import { OnlineSearch } from './palette/search-button.tsx';
import { useShell, visitorOf } from './shell.ts';
import { UpdatePrompt } from './update-prompt.tsx';

const DrawerWindow = lazyComponent(() =>
  import('#pwa/navigation/drawer-window.tsx').then((loaded) => loaded.DrawerWindow),
);

/** The side menu as a drawer, where it has no room; its code is loaded when it is first opened. */
function Drawer(props: DrawerProps) {
  return useWindow(props.open) ? <DrawerWindow {...props} /> : null;
}

/** The path of the first order step. */
const ORDER_NOW = '/order/create';

/**
 * Check access to Order Now: roles outside the staff-operations list (D8), not in RESONANT; the button never
 * leads to a refusal.
 */
export const showsOrderNow = (
  visitor: Visitor | null,
  entity: BusinessEntity,
  variant: SiteVariant,
): boolean =>
  visitor !== null &&
  entity !== 'RESONANT' &&
  !isOneOf(visitor.role, STAFF_ROLES) &&
  mayVisit(variant, visitor, ORDER_NOW);

const NAME = 'sidebar';
const WEEK_S = 7 * 24 * 3600;

/** Read from the cookie text whether the sidebar was open; open by default. */
export function sidebarWasOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=closed`);
}

/** Format the cookie that stores the sidebar state for 7 days. */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open ? 'open' : 'closed'}; path=/; max-age=${WEEK_S}; samesite=lax`;
}

interface MainLayoutProps {
  menu: readonly NavigationEntry[];
  /** The current page. */
  path: string;
  /** Hides sidebar and menu button (for instance on /create-account). */
  withoutMenu?: boolean;
  children: ReactNode;
}

function Brand() {
  const { entity, syncChip } = useShell();
  return (
    <Link
      to="/"
      className={classNames(
        'flex min-h-11 min-w-0 items-center gap-3 rounded-md',
        // Next to the device's sync state the logo is a small icon, which takes no extra space.
        syncChip !== null && 'max-sm:shrink-0',
      )}
      aria-label={`Benchside, ${entity}: dashboard`}
    >
      <EntityLogo entity={entity} height={26} signOnPhone={syncChip !== null} />
      <span className="hidden border-line border-l pl-3 font-semibold sm:inline">Benchside</span>
    </Link>
  );
}

function OrderNow() {
  return (
    <a
      href={ORDER_NOW}
      className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover md:min-h-control md:px-3.5"
    >
      <ShoppingCart aria-hidden size={18} className="max-sm:hidden" />
      Order Now
    </a>
  );
}

function useSidebar(path: string) {
  const hasRail = useWide();
  const wide = useRoomy();
  const [open, setOpen] = useState(() => sidebarWasOpen(document.cookie));
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const toggle = (): void => {
    if (!wide) {
      setDrawerAt(drawerAt === path ? null : path);
      return;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of a bench
    document.cookie = sidebarCookie(!open);
    setOpen(!open);
  };
  // The drawer belongs to the page on which it was opened, so navigation closes it.
  return {
    hasRail,
    wide,
    open,
    drawer: !wide && drawerAt === path,
    toggle,
    closeDrawer: () => setDrawerAt(null),
  };
}

/** The layout of every signed-in screen: header, menu, page, footer. */
export function MainLayout({ menu, path, withoutMenu = false, children }: MainLayoutProps) {
  const shell = useShell();
  const sidebar = useSidebar(path);
  const withMenu = !withoutMenu && menu.length > 0;
  const showsWords = sidebar.wide && sidebar.open;
  const withSearch = shell.user?.role && !withoutMenu;
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:p-3"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-surface px-2 md:gap-2 md:px-4">
        {withMenu && (
          <IconButton
            icon={sidebar.wide ? PanelLeft : MenuIcon}
            label={sidebar.wide ? (sidebar.open ? 'Close the menu' : 'Open the menu') : 'Menu'}
            aria-expanded={sidebar.wide ? sidebar.open : sidebar.drawer}
            onClick={sidebar.toggle}
          />
        )}
        <Brand />
        {withSearch && (
          <div className="ml-auto flex justify-center lg:mx-auto lg:min-w-0 lg:flex-1 lg:px-4">
            {shell.search ?? <OnlineSearch />}
          </div>
        )}
        <div className={classNames('flex min-w-0 items-center gap-1 md:gap-3', !withSearch && 'ml-auto')}>
          {!withoutMenu && showsOrderNow(visitorOf(shell.user), shell.entity, shell.siteVariant) && (
            <OrderNow />
          )}
          {shell.syncChip}
          <UserMenu
            user={shell.user}
            siteVariant={shell.siteVariant}
            onSignOut={shell.signOut}
            onLock={shell.lock}
          />
        </div>
      </header>
      <UpdatePrompt />
      {shell.deviceNotice}
      <div className="flex min-w-0 flex-1">
        {withMenu && sidebar.hasRail && (
          <aside
            className={classNames(
              'sticky top-14 h-[calc(100dvh-3.5rem)] shrink-0 overflow-y-auto border-line border-r bg-surface',
              showsWords ? 'w-60' : 'w-14',
            )}
          >
            {showsWords ? (
              <Sidebar menu={menu} path={path} offline={shell.isOffline} count={shell.menuCount} />
            ) : (
              <MenuRail menu={menu} path={path} offline={shell.isOffline} onOpen={sidebar.toggle} />
            )}
          </aside>
        )}
        {withMenu && (
          <Drawer open={sidebar.drawer} onClose={sidebar.closeDrawer}>
            <Sidebar menu={menu} path={path} offline={shell.isOffline} count={shell.menuCount} />
          </Drawer>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {/* The footer is below the window from the start, so that nothing moves it while a page loads. */}
          <main
            id="page"
            tabIndex={-1}
            className="flex min-h-[calc(100dvh-3.5rem)] flex-1 flex-col outline-none"
          >
            {children}
          </main>
          <Footer entity={shell.entity} />
        </div>
      </div>
    </div>
  );
}

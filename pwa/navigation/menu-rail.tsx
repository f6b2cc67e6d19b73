import { FileText } from 'lucide-react';
import { type FocusEvent, type PointerEvent, useState } from 'react';
import { groupMenu } from '#db/access/shown-menu.ts';
import { needsConnection } from '#db/access/site-paths.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { ENTRY_ICONS } from './entry-icons.ts';
import type { NavigationEntry } from './menu.ts';
import { activePath, opensByDefault } from './sidebar.tsx';

const ICON = 'grid size-11 place-items-center rounded-md hover:bg-hover';
const ACTIVE = 'bg-accent-soft text-accent-ink hover:bg-accent-soft';

interface MenuRailProps {
  menu: readonly NavigationEntry[];
  path: string;
  offline?: boolean;
  /** Opens the whole menu, for entries with subentries. */
  onOpen(): void;
}

/** The name of the entry under the pointer or with the focus, beside the rail. */
interface Tip {
  label: string;
  top: number;
}

/** The side menu as a rail of icons, where there is no space for words. */
export function MenuRail({ menu, path, offline = false, onOpen }: MenuRailProps) {
  const active = activePath(menu, path);
  const [tip, setTip] = useState<Tip | null>(null);
  const show = ({ target }: PointerEvent | FocusEvent): void => {
    const entry = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    const box = entry?.getBoundingClientRect();
    setTip(entry && box ? { label: entry.dataset['tip'] ?? '', top: box.top + box.height / 2 } : null);
  };
  const hide = () => setTip(null);
  return (
    <nav
      aria-label="Main menu"
      className="flex flex-col items-center py-2"
      onPointerOver={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {groupMenu(menu).map(({ caption, entries }, at) => (
        <ul
          key={caption}
          aria-label={caption}
          className={classNames('flex flex-col gap-0.5', at > 0 && 'mt-2 border-line border-t pt-2')}
        >
          {entries.map((entry) => (
            <li key={entry.path}>
              <RailEntry entry={entry} active={active} offline={offline} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      ))}
      {tip && (
        <span
          aria-hidden
          style={{ top: tip.top }}
          className="pointer-events-none fixed left-15 z-50 -translate-y-1/2 whitespace-nowrap rounded-md bg-ink px-2 py-1 text-surface text-xs"
        >
          {tip.label}
        </span>
      )}
    </nav>
  );
}

function RailEntry({
  entry,
  active,
  offline,
  onOpen,
}: Pick<MenuRailProps, 'onOpen'> & { entry: NavigationEntry; active: string | null; offline: boolean }) {
  const Icon = ENTRY_ICONS[entry.path] ?? FileText;
  const icon = <Icon aria-hidden size={20} />;
  if (entry.isGroup)
    return (
      <button
        type="button"
        aria-label={`${entry.label}: open the menu`}
        data-tip={entry.label}
        onClick={onOpen}
        className={classNames(ICON, opensByDefault(entry, active) && ACTIVE)}
      >
        {icon}
      </button>
    );
  const isMissing = offline && needsConnection(entry.path);
  const label = isMissing ? `${entry.label}, needs a connection` : entry.label;
  const isCurrent = entry.path === active;
  return (
    <a
      href={entry.path}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      data-tip={label}
      className={classNames(
        ICON,
        isMissing && 'text-ink-soft opacity-60',
        opensByDefault(entry, active) && ACTIVE,
      )}
    >
      {icon}
    </a>
  );
}

import { Ellipsis } from 'lucide-react';
import { ActionsMenu, type MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';

interface RowActionsProps {
  /** The name of the row. */
  label: string;
  actions: readonly MenuAction[];
}

/** The actions of a row: visible while it is hovered or focused, on touch always. */
export function RowActions({ label, actions }: RowActionsProps) {
  const [first, ...otherActions] = actions;
  if (!first) return null;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
      <Button
        {...(first.icon ? { icon: first.icon } : {})}
        disabled={first.disabled}
        aria-label={`${first.label}: ${label}`}
        className="text-sm"
        onClick={first.onSelect}
      >
        {first.label}
      </Button>
      {otherActions.length > 0 && (
        <ActionsMenu icon={Ellipsis} label={`More actions: ${label}`} actions={otherActions} />
      )}
    </span>
  );
}

/** The actions of a card, in a menu. */
export const CardActions = ({ label, actions }: RowActionsProps) =>
  actions.length > 0 && (
    <span className="relative z-10 -my-1 -mr-2 self-start">
      <ActionsMenu icon={Ellipsis} label={`Actions: ${label}`} actions={actions} />
    </span>
  );

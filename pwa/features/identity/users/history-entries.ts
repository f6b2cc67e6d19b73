import {
  KeyRound,
  type LucideIcon,
  MailCheck,
  MailPlus,
  MailX,
  PenLine,
  UserCheck,
  UserCog,
  UserPlus,
  UserX,
} from 'lucide-react';
import { roleLabel } from '#db/access/role-labels.ts';
import { Role } from '#db/access/roles.ts';
import type { ShownHistory } from '#db/identity/shown-user.ts';
import { humanize } from '#pwa/format/names.ts';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

type Event = ShownHistory['type'];
interface EntryDisplay {
  title: string;
  icon: LucideIcon;
  tone: Tone;
}

const EVENT_DISPLAY: Partial<Record<Event, EntryDisplay>> = {
  USER_INVITED: { title: 'Invited', icon: MailPlus, tone: 'progress' },
  USER_CREATED: { title: 'Account created', icon: UserPlus, tone: 'success' },
  USER_UPDATED: { title: 'Changed', icon: PenLine, tone: 'neutral' },
  USER_DEACTIVATED: { title: 'Deactivated', icon: UserX, tone: 'danger' },
  USER_REACTIVATED: { title: 'Activated again', icon: UserCheck, tone: 'success' },
  ROLE_CHANGED: { title: 'Role changed', icon: UserCog, tone: 'warning' },
  PASSWORD_CHANGED: { title: 'Password changed', icon: KeyRound, tone: 'neutral' },
  SECOND_FACTOR_CHANGED: { title: 'Second factor changed', icon: KeyRound, tone: 'neutral' },
  SECOND_FACTOR_RESET: { title: 'Second factor reset', icon: KeyRound, tone: 'warning' },
  PIN_SET: { title: 'Signing PIN set', icon: KeyRound, tone: 'neutral' },
  PIN_LOCKED: { title: 'Signing PIN locked', icon: KeyRound, tone: 'warning' },
};

const INVITATION: Record<string, EntryDisplay> = {
  accepted: { title: 'Invitation accepted', icon: MailCheck, tone: 'success' },
  withdrawn: { title: 'Invitation withdrawn', icon: MailX, tone: 'neutral' },
};

const roleName = (code: string, viewer: Role): string => {
  const role = Role.safeParse(code);
  return role.success ? roleLabel(role.data, viewer) : humanize(code);
};

const getDisplay = ({ type, invitation }: ShownHistory): EntryDisplay =>
  (invitation ? INVITATION[invitation] : undefined) ??
  EVENT_DISPLAY[type] ?? { title: humanize(type), icon: PenLine, tone: 'neutral' };

function detailOf({ from, to, reason, fields, companyName }: ShownHistory, viewer: Role): string {
  const role =
    from && to ? `${roleName(from, viewer)} → ${roleName(to, viewer)}` : to ? roleName(to, viewer) : '';
  const changed = fields.length > 0 ? fields.map(humanize).join(', ') : '';
  return [role, changed, companyName, reason && `“${reason}”`].filter(Boolean).join(' · ');
}

/** Build the timeline entries of a user. */
export const historyEntries = (history: readonly ShownHistory[], viewer: Role): TimelineEntry[] =>
  history.map((entry) => {
    const detail = detailOf(entry, viewer);
    return {
      ...getDisplay(entry),
      id: entry.id,
      person: entry.by,
      at: entry.occurredAt,
      ...(detail === '' ? {} : { detail }),
    };
  });

import { FAMILIES, type Family } from '#db/access/families.ts';
import { FAMILY_TITLES } from '#db/access/family-titles.ts';
import { LOG_CALLS } from '#db/api/records/events.ts';
import { ACCESS_ACTIONS, type AccessAction } from '#db/records/events/access-log.ts';
import type { AccessRow } from '#db/records/events/shown-log.ts';
import { humanize } from '#pwa/format/names.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { useCompanyFilter } from './log-filters.tsx';
import { LogFrame } from './log-frame.tsx';
import { actorColumn, timeColumn, touchedBy, useLog } from './log-table.tsx';

const ACTION_DISPLAY: Record<AccessAction, { label: string; tone: Tone }> = {
  SIGN_IN: { label: 'Signed in', tone: 'success' },
  SIGN_OUT: { label: 'Signed out', tone: 'neutral' },
  SIGN_IN_FAILED: { label: 'Sign-in failed', tone: 'warning' },
  SWITCH_COMPANY: { label: 'Switched organization', tone: 'info' },
  SWITCH_ROLE: { label: 'Switched role', tone: 'info' },
  VIEW_PATIENT: { label: 'Viewed a patient', tone: 'info' },
  DOWNLOAD_RESULT: { label: 'Downloaded results', tone: 'info' },
  EXPORT: { label: 'Exported', tone: 'info' },
  REFUSED: { label: 'Refused', tone: 'danger' },
  OPEN_APPROVAL_LINK: { label: 'Opened an approval by its link', tone: 'info' },
  DECIDE_BY_LINK: { label: 'Decided by a link', tone: 'info' },
};
const FILTERS = [
  {
    name: 'action',
    label: 'Access',
    options: ACCESS_ACTIONS.map((value) => ({ value, label: ACTION_DISPLAY[value].label })),
  },
];

const METHOD_TEXT: Readonly<Record<string, string>> = {
  GET: 'reading',
  POST: 'creating',
  PUT: 'changing',
  PATCH: 'changing',
  DELETE: 'deleting',
};

/** Describe a refused call; the server records the method and whether a record was not found. */
function requestText(call: string): string {
  const [method = '', ...more] = call.split(' ');
  return [METHOD_TEXT[method] ?? method, more.length > 0 ? 'what was not found' : '']
    .filter(Boolean)
    .join(' ');
}

const isFamily = (text: string): text is Family => FAMILIES.some((family) => family === text);

/** Describe the subject of an access: the title of its family, and for a refusal what was tried. */
function accessTarget({ action, targetType, targetId, recordName }: AccessRow): string {
  if (!targetType) return '';
  const title = isFamily(targetType) ? FAMILY_TITLES[targetType] : humanize(targetType);
  if (action === 'REFUSED') return `${title}, ${requestText(targetId ?? '')}`;
  return [title, recordName].filter(Boolean).join(' ');
}

/** Log of sign-ins, sign-outs, views, exports and refusals. */
export function AccessTab({ severalCompanies }: { severalCompanies: boolean }) {
  const logView = useLog(LOG_CALLS.accesses, ['action', 'userId', 'companyId']);
  const columns: readonly Column<AccessRow>[] = [
    {
      id: 'action',
      header: 'Access',
      sortable: true,
      cell: ({ action }) => <ToneBadge {...ACTION_DISPLAY[action]} />,
    },
    actorColumn(logView, ({ userName, companyName }) => ({
      name: userName ?? 'Nobody known',
      detail: companyName,
    })),
    { id: 'target', header: 'Of what', cell: accessTarget },
    timeColumn(),
    {
      id: 'from',
      header: 'From',
      wide: true,
      cell: ({ ip, userAgent }) => (
        <div className="max-w-80 break-words">
          <div>{ip ?? 'Unknown'}</div>
          <div className="line-clamp-2 text-ink-soft text-xs">{userAgent}</div>
        </div>
      ),
    },
  ];
  return (
    <LogFrame
      label="Accesses"
      logView={logView}
      columns={columns}
      rowLabel={({ action }) => ACTION_DISPLAY[action].label}
      touched={touchedBy(logView, null)}
      filters={
        <ListFilters list={logView.log} filters={[...FILTERS, ...useCompanyFilter(severalCompanies)]} />
      }
    />
  );
}

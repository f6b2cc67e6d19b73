import { roleLabel } from '#db/access/role-labels.ts';
import { ROLES, type Role } from '#db/access/roles.ts';
import {
  LEVEL_LEGEND,
  levelLabel,
  levelOf,
  PERMISSION_SUBJECTS,
  type PermissionLevel,
  shortLevelLabel,
} from '#db/identity/permission-changes.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { type DraftGroup, type PeopleOfRoles, peopleText } from './permission-draft.ts';

interface RoleMatrixProps {
  drafts: readonly DraftGroup[];
  people: PeopleOfRoles;
}

/** Compute the combined permissions of a role. */
interface RoleLine {
  role: Role;
  groups: string[];
  levels: readonly PermissionLevel[];
}

function lineOf(role: Role, drafts: readonly DraftGroup[]): RoleLine {
  const groups = drafts.filter((draft) => !draft.deleted && draft.roles.includes(role));
  const permissions = groups.flatMap((group) => group.permissions);
  return {
    role,
    groups: groups.map(({ name }) => name.trim() || 'New group'),
    levels: PERMISSION_SUBJECTS.map((subject) => levelOf(permissions, subject)),
  };
}

function Level({ at, level, short = false }: { at: number; level: PermissionLevel; short?: boolean }) {
  const subject = PERMISSION_SUBJECTS[at];
  if (!subject) return null;
  if (level === 'NONE') return <span className="text-ink-soft">No</span>;
  const text = short ? shortLevelLabel(subject, level) : levelLabel(subject, level);
  return <Badge tone={level === 'ALL' || subject.all === null ? 'success' : 'info'}>{text}</Badge>;
}

function Cards({ lines, people }: { lines: readonly RoleLine[]; people: PeopleOfRoles }) {
  return (
    <ul className="flex flex-col gap-3">
      {lines.map(({ role, groups, levels }) => (
        <li key={role} className="panel p-3">
          <h2 className="font-semibold">{roleLabel(role, null)}</h2>
          <p className="mb-2 text-ink-soft text-sm">
            {peopleText(people, [role])} · {groups.join(', ') || 'in no group'}
          </p>
          <dl className="flex flex-col gap-1">
            {PERMISSION_SUBJECTS.map((subject, at) => (
              <div key={subject.plain} className="flex items-center justify-between gap-3">
                <dt>{subject.label}</dt>
                <dd>
                  <Level at={at} level={levels[at] ?? 'NONE'} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Table({ lines, people }: { lines: readonly RoleLine[]; people: PeopleOfRoles }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="panel overflow-x-auto" aria-label="Permissions by role" tabIndex={0}>
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-line border-b align-bottom">
            <th scope="col" className="px-3 py-2 font-semibold">
              Role
            </th>
            {PERMISSION_SUBJECTS.map((subject) => (
              <th key={subject.plain} scope="col" className="px-2 py-2 font-semibold">
                {subject.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ role, groups, levels }) => (
            <tr key={role} className="border-line border-b last:border-b-0">
              <th scope="row" className="min-w-64 px-3 py-2 font-medium">
                {roleLabel(role, null)}
                <span className="block font-normal text-ink-soft">
                  {peopleText(people, [role])} · {groups.join(', ') || 'in no group'}
                </span>
              </th>
              {levels.map((level, at) => (
                <td key={PERMISSION_SUBJECTS[at]?.plain} className="px-2 py-2">
                  <Level at={at} level={level} short />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Roles against permissions, combined from all groups, as they would be after saving. */
export function RoleMatrix({ drafts, people }: RoleMatrixProps) {
  const wide = useWide();
  const lines = ROLES.map((role) => lineOf(role, drafts));
  if (!wide) return <Cards lines={lines} people={people} />;
  return (
    <>
      <p className="mb-3 text-ink-soft">{LEVEL_LEGEND}</p>
      <Table lines={lines} people={people} />
    </>
  );
}

import { type Capability, hasCapability, rolesWith } from '#db/access/capabilities.ts';
import { CAPABILITY_GROUPS } from '#db/access/capability-titles.ts';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { type Action, FAMILIES, type Family, type Grant } from '#db/access/families.ts';
import { FAMILY_TITLES } from '#db/access/family-titles.ts';
import { LIMITS, type LimitName, readCell } from '#db/access/grant-table.ts';
import { ALL_ACTIONS, BASELINE, limitNameOf, may } from '#db/access/grants.ts';
import { menuOfRole } from '#db/access/menus.ts';
import { pathsOf } from '#db/access/paths.ts';
import { COMMON } from '#db/access/paths-lab.ts';
import { gateOf } from '#db/access/permissions.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import {
  CUSTOMER_ROLES,
  isOneOf,
  type Role,
  STAFF_ROLES,
  seesAllCompanies,
  seesChildCompanies,
} from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { levelLabel, levelOf, PERMISSION_SUBJECTS } from '#db/identity/permission-changes.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

const VERBS: Record<Action, string> = {
  create: 'creates',
  read: 'reads',
  update: 'changes',
  delete: 'deletes',
};
const ORDER: readonly Action[] = ['read', 'create', 'update', 'delete'];

const joinList = (items: readonly string[]): string => items.join(', ');
const formatCode = (paths: readonly string[]): string => joinList(paths.map((path) => `\`${path}\``));

type Reach = readonly { action: Action; limit: LimitName | null }[];

/** Format actions with the limit of those that have one: "reads, creates; deletes (only their own)". */
function wordsOf(reach: Reach): string {
  const byLimit = new Map<LimitName | null, string[]>();
  for (const { action, limit } of reach) {
    byLimit.set(limit, [...(byLimit.get(limit) ?? []), VERBS[action]]);
  }
  return [...byLimit]
    .map(([limit, verbs]) => `${joinList(verbs)}${limit ? ` (${LIMITS[limit].text})` : ''}`)
    .join('; ');
}

const reachOf = (role: Role, family: Family): Reach =>
  ORDER.filter((action) => may(role, `${family}:${action}`)).map((action) => {
    const grant: Grant = `${family}:${action}`;
    return { action, limit: limitNameOf(role, grant) };
  });

function baselineReach(family: Family): Reach {
  const { actions, limit } = readCell(BASELINE[family] ?? '');
  return ORDER.filter((action) => actions.includes(action)).map((action) => ({
    action,
    limit: limit && LIMITS[limit].narrows.some((name) => name === action) ? limit : null,
  }));
}

function menuLine(variant: SiteVariant, role: Role): string {
  const star = (path: string): string => (gateOf(path) ? '\\*' : '');
  const entries = menuOfRole(variant, role).map(({ label, path, children }) => {
    const below = children?.map((child) => `${child.label}${star(child.path)}`) ?? [];
    return `${label}${star(path)}${below.length > 0 ? ` (${joinList(below)})` : ''}`;
  });
  return joinList(entries);
}

/** Check whether a wildcard of the same list covers this page already. */
const isBelowAnother = (pattern: string, patterns: readonly string[]): boolean =>
  patterns.some(
    (other) =>
      other !== pattern &&
      other.endsWith('/*') &&
      `${pattern.replace(/\/\*$/, '')}/`.startsWith(other.slice(0, -1)),
  );

function pathLine(variant: SiteVariant, role: Role): string {
  if (isOneOf(role, ALL_ACTIONS)) return 'all';
  const patterns = pathsOf(variant, role).filter((pattern) => !COMMON.includes(pattern));
  const open = patterns.filter((pattern) => !pattern.startsWith('!') && !isBelowAnother(pattern, patterns));
  const closed = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  if (open.length === 0) return 'those of everybody';
  return `${formatCode(open)}${closed.length > 0 ? `; not ${formatCode(closed)}` : ''}`;
}

function grantPart(role: Role): string[] {
  if (isOneOf(role, ALL_ACTIONS)) return ['Everything, in every family.'];
  const rows = FAMILIES.map((family) => ({
    family,
    words: wordsOf(reachOf(role, family)),
    all: wordsOf(baselineReach(family)),
  })).filter(({ words: items, all }) => items !== '' && items !== all);
  if (rows.length === 0) return ['What everybody may, and nothing more.'];
  return [
    '| what | may |',
    '|---|---|',
    ...rows.map(({ family, words: items }) => `| ${FAMILY_TITLES[family]} \`${family}\` | ${items} |`),
  ];
}

function permissionLine(entity: BusinessEntity, role: Role): string {
  const groups = defaultPermissionGroups(entity).filter((group) => group.roles.includes(role));
  const permissions = groups.flatMap((group) => group.permissions);
  const grants = PERMISSION_SUBJECTS.flatMap((subject) => {
    const level = levelOf(permissions, subject);
    if (level === 'NONE') return [];
    const reach = subject.all === null ? '' : ` (${levelLabel(subject, level).toLowerCase()})`;
    return [`${subject.label.toLowerCase()}${reach}`];
  });
  return grants.length === 0 ? 'none' : joinList(grants);
}

function scopeLine(role: Role): string {
  if (seesAllCompanies(role)) return 'all companies of the business entity';
  return seesChildCompanies(role) ? 'the own company and those below it' : 'the own company';
}

function permissionPart(role: Role): string[] {
  const [wbl, resonant] = [permissionLine('WBL', role), permissionLine('RESONANT', role)];
  if (wbl === resonant) return [`- **Permissions at the start**: ${wbl}`];
  return [
    `- **Permissions at the start, WBL**: ${wbl}`,
    `- **Permissions at the start, RESONANT**: ${resonant}`,
  ];
}

// The marked edge: the keys of a group are names of capabilities.
const capabilitiesOf = (group: (typeof CAPABILITY_GROUPS)[number]): [Capability, string][] =>
  Object.entries(group.capabilities) as [Capability, string][];

function capabilityLine(role: Role): string {
  const names = CAPABILITY_GROUPS.flatMap((group) => capabilitiesOf(group).map(([name]) => name)).filter(
    (name) => hasCapability(role, name),
  );
  return names.length === 0 ? 'none' : formatCode(names);
}

function capabilityPart(): string[] {
  return [
    '## Capabilities',
    '',
    'What a role does beyond the actions of its grants, from `db/access/capabilities.ts`.',
    '',
    ...CAPABILITY_GROUPS.flatMap((group) => [
      `### ${group.title}`,
      '',
      '| capability | whoever has it | roles |',
      '|---|---|---|',
      ...capabilitiesOf(group).map(
        ([name, text]) =>
          `| \`${name}\` | ${text} | ${joinList(rolesWith(name).map((role) => roleLabel(role, null)))} |`,
      ),
      '',
    ]),
  ];
}

function rolePart(role: Role): string[] {
  return [
    `### ${roleLabel(role, null)}`,
    '',
    `\`${role}\``,
    '',
    `- **Sees rows of**: ${scopeLine(role)}`,
    `- **Menu, lab variant**: ${menuLine('lab-services', role)}`,
    `- **Menu, clinical variant**: ${menuLine('clinical', role)}`,
    `- **Pages, lab variant**: ${pathLine('lab-services', role)}`,
    `- **Pages, clinical variant**: ${pathLine('clinical', role)}`,
    ...permissionPart(role),
    `- **Capabilities**: ${capabilityLine(role)}`,
    '',
    ...grantPart(role),
    '',
  ];
}

function everybodyPart(): string[] {
  return [
    '## Everybody who is signed in',
    '',
    `Pages: ${formatCode(COMMON)}.`,
    '',
    '| what | may |',
    '|---|---|',
    ...FAMILIES.filter((family) => family in BASELINE).map(
      (family) => `| ${FAMILY_TITLES[family]} \`${family}\` | ${wordsOf(baselineReach(family))} |`,
    ),
    '',
    'Super admins may also switch the role as which they act (`super-admin/switch-role`), whichever role that is.',
    '',
  ];
}

const contents = (title: string, roles: readonly Role[]): string => {
  const links = roles.map((role) => {
    const label = roleLabel(role, null);
    return `[${label}](#${label.toLowerCase().replaceAll(' ', '-')})`;
  });
  return `${title}: ${links.join(' · ')}`;
};

/** Build all of docs/access.md from the tables of db/access. */
export function accessTable(): string {
  return [
    '# Who sees, opens and may do what',
    '',
    'Written from the tables in `db/access` by `node --import tsx scripts/write-access-table.ts`; a test holds the two',
    'against each other, so change the tables, not this file.',
    '',
    'Four things decide together. The **role** gives menu, pages, actions and capabilities. The **scope** says whose rows: a row of a',
    'company out of sight is answered as not found. **Permissions** come from the permission groups of the business',
    'entity and can be changed on the page Permissions; those below are the ones it starts with. The **state** of a',
    'record may still refuse an action. A star (\\*) marks menu entries that also ask for a permission: Permissions asks',
    'for changing permissions, Patients for seeing patients, Locations for seeing companies (all of them, or the own one',
    'when it has no parent). `/x/*` is a page and everything below it.',
    '',
    contents('Lab and offices', STAFF_ROLES),
    '',
    contents('Customers', CUSTOMER_ROLES),
    '',
    ...everybodyPart(),
    '## Lab and offices',
    '',
    ...STAFF_ROLES.flatMap(rolePart),
    '## Customers',
    '',
    ...CUSTOMER_ROLES.flatMap(rolePart),
    ...capabilityPart(),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

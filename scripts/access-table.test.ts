import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roleLabel } from '#db/access/role-labels.ts';
import { ROLES } from '#db/access/roles.ts';
import { accessTable } from './access-table.ts';

const storedTable = readFileSync(new URL('../docs/access.md', import.meta.url), 'utf8');

test('docs/access.md matches the tables; if not, run scripts/write-access-table.ts', () => {
  expect(storedTable).toBe(accessTable());
});

test('docs/access.md has a part for every role', () => {
  for (const role of ROLES) expect(storedTable).toContain(`### ${roleLabel(role, null)}\n\n\`${role}\``);
});

import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import type { Role } from '#db/access/roles.ts';
import { buildPermissionGroup, buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { permissionGroup } from '#db/identity/permission-group.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import { type Company, company } from '#db/organizations/company.ts';

/**
 * Build the lab, two customers and a location of the first, with the permission groups that a business entity
 * starts with.
 */
export function openCompanyBench(overrides: Partial<Company> = {}) {
  const world = new MemoryWorld();
  const entity = 'RESONANT' as const;
  for (const group of defaultPermissionGroups(entity)) {
    const { name, roles, permissions } = group;
    world.putRow(
      permissionGroup,
      buildPermissionGroup({ name, roles: [...roles], permissions: [...permissions], entity }),
    );
  }
  const putCompany = (id: string, more: Partial<Company> = {}) =>
    world.putRow(company, buildCompany({ id, name: id, entity, ...more }));
  putCompany('lab');
  putCompany('clinic', { type: 'CLINIC', ...overrides });
  putCompany('branch', { type: 'CLINIC', parentCompanyId: 'clinic' });
  putCompany('stranger');
  const join = (id: string, companyId: string, role: Role) => {
    world.putRow(user, buildUser({ id, email: `${id}@people.example` }));
    world.putRow(
      userCompany,
      buildUserCompany({ id: `${id}-at-${companyId}`, userId: id, companyId, role, entity }),
    );
  };
  join('staff', 'lab', 'CS_MANAGER');
  /** Run an operation online as a person with a role in a company. */
  const as = (role: Role, companyId = 'lab', more: Partial<Actor> = {}): Partial<OperationContext> => ({
    deviceId: null,
    actor: buildActor({ entity, role, companyId, userId: `user-${role}`, name: `A ${role}`, ...more }),
  });
  return { world, as, join, clinic: () => world.one(company, 'clinic') };
}

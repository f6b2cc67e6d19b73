import { type PermissionGroup, permissionGroup } from '#db/identity/permission-group.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build the permissions of lab managers. */
export const buildPermissionGroup = (overrides: Partial<PermissionGroup> = {}): PermissionGroup =>
  buildRow(
    permissionGroup,
    {
      id: `permission-group-${nextNumber('permission-group')}`,
      name: 'Lab managers',
      permissions: ['USERS_EDIT_ALL', 'USERS_VIEW_ALL', 'COMPANY_VIEW_ALL', 'EVENT_LOG_VIEW_ALL'],
      roles: ['LAB_MANAGER'],
    },
    overrides,
  );

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  Sample: (id) => `/lab/samples/${id}`,
  Specimen: (id) => `/lab/specimens/${id}`,
  Batch: (id) => `/lab/batches/${id}`,
  StorageManagement: (id) => `/lab/inventory/storage-management/${id}`,
  AssignedSection: (id) => `/lab/assigned-sections/${id}`,
  User: (id) => `/users/${id}`,
  // A membership is told of on its person's page.
  UserCompany: (id) => `/users/${id}`,
  Company: (id) => `/organizations/${id}`,
  ClinicianLicense: (id) => `/settings/licenses/${id}`,
  PermissionGroup: () => '/permissions',
};

const OF_TABLE: Readonly<Record<string, string>> = {
  sample: 'Sample',
  specimen: 'Specimen',
  batch: 'Batch',
  storage_management: 'StorageManagement',
  assigned_section: 'AssignedSection',
  user: 'User',
  user_company: 'UserCompany',
  company: 'Company',
  clinician_license: 'ClinicianLicense',
  permission_group: 'PermissionGroup',
};

/** The page of a record, by its type or its table; null when it has none. */
export const recordPath = (type: string, id: string): string | null =>
  PAGES[OF_TABLE[type] ?? type]?.(id) ?? null;

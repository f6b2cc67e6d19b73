import type { ListedLicense } from '#db/patients/shown-license.ts';

/** What stands in the inputs of a license; empty where nothing was entered. */
export const toLicenseForm = (license: ListedLicense) => {
  const { designation, licenseNumber, state, npi, issuedOn, expiresOn, fileId } = license;
  return {
    designation,
    licenseNumber: licenseNumber ?? '',
    state,
    npi: npi ?? '',
    issuedOn: issuedOn ?? '',
    expiresOn,
    fileId,
  };
};

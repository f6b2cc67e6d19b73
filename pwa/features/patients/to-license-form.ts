import type { ListedLicense } from '#db/patients/shown-license.ts';

/** Convert a license to form values; missing ones are empty. */
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

declare const __BUILD_VERSION__: string;

/** Format the version for users: with a `v` before a digit. */
export function formatVersion(version: string): string {
  return /^\d/.test(version) ? `v${version}` : version;
}

/** The version of this build. */
export function buildVersion(): string {
  return typeof __BUILD_VERSION__ === 'string' ? __BUILD_VERSION__ : 'development';
}

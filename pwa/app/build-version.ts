declare const __BUILD_VERSION__: string;

/** The version as people read it: with a `v` before a digit. */
export function formatVersion(version: string): string {
  return /^\d/.test(version) ? `v${version}` : version;
}

/** The version that this app was built as. */
export function buildVersion(): string {
  return typeof __BUILD_VERSION__ === 'string' ? __BUILD_VERSION__ : 'development';
}

/** Who is signed in, as the settings show it. */
export interface SettingsPerson {
  name: string | null;
  email: string | null;
  role: string | null;
  companyName: string | null;
  permissions: readonly string[];
}

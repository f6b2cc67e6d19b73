/** The signed-in user, as the settings show them. */
export interface SettingsPerson {
  name: string | null;
  email: string | null;
  role: string | null;
  companyName: string | null;
  permissions: readonly string[];
}

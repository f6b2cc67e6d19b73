import type { Permission } from '#db/identity/permission.ts';
import {
  LEVEL_LEGEND,
  levelLabel,
  levelOf,
  PERMISSION_LEVELS,
  PERMISSION_SUBJECTS,
  shortLevelLabel,
  withLevel,
} from '#db/identity/permission-level.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';

interface GroupPermissionsProps {
  permissions: readonly Permission[];
  onChange(permissions: readonly Permission[]): void;
}

/** Permissions of a group, one row each: none, own organization, all organizations. */
export function GroupPermissions({ permissions, onChange }: GroupPermissionsProps) {
  const wide = useWide();
  const label = wide ? levelLabel : shortLevelLabel;
  return (
    <>
      {!wide && <p className="text-ink-soft text-sm">{LEVEL_LEGEND}</p>}
      <ul className="flex flex-col">
        {PERMISSION_SUBJECTS.map((subject) => {
          const levels = PERMISSION_LEVELS.filter((level) => level !== 'ALL' || subject.all !== null);
          return (
            <li
              key={subject.plain}
              className="flex items-center justify-between gap-x-4 gap-y-1 max-md:flex-col max-md:items-start border-line border-b py-2 last:border-b-0"
            >
              <span className="font-medium">{subject.label}</span>
              <Segmented
                label={subject.label}
                options={levels.map((level) => ({ value: level, label: label(subject, level) }))}
                value={levelOf(permissions, subject)}
                onChange={(level) => onChange(withLevel(permissions, subject, level))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

import { may } from '#db/access/grants.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { person } from '#db/identity/person.ts';
import { competence } from '#db/protocols/competences/competence.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { DemoWorld } from './demo-world.ts';

/** Record that everybody who works with sections has read the approved version of a procedure. */
export function putReadings(demo: DemoWorld, { code, procedureVersion }: Procedure): void {
  for (const { id, userId, role } of demo.home.select(person, {})) {
    if (!isOneOf(role, STAFF_ROLES) || !may(role, 'lab/assigned-sections:update')) continue;
    demo.putLabRow(competence, {
      id: demo.id(),
      userCompanyId: id,
      userId,
      procedureCode: code,
      procedureVersion,
      kind: 'READ',
      at: demo.ago(79),
    });
  }
}

/** What the bench people are on the procedures that ask for training; the research director is not trained. */
const TRAININGS = [
  { role: 'LAB_TECH', kind: 'TRAINED', byRole: 'LAB_MANAGER', endsIn: 286 },
  { role: 'LAB_MANAGER', kind: 'ASSESSED', byRole: 'LAB_RESEARCH_DIRECTOR', endsIn: 286 },
  { role: 'RESEARCH_ASSISTANT', kind: 'TRAINED', byRole: 'LAB_MANAGER', endsIn: 19 },
  { role: 'LAB_CLINICAL_DIRECTOR', kind: 'ASSESSED', byRole: 'LAB_RESEARCH_DIRECTOR', endsIn: -6 },
] as const;

/** Insert trainings that are valid, that end soon and that have ended. */
export function putTrainings(demo: DemoWorld, { code, procedureVersion }: Procedure): void {
  for (const { role, kind, byRole, endsIn } of TRAININGS) {
    const { userId, userCompanyId } = demo.actor(role);
    demo.putLabRow(competence, {
      id: demo.id(),
      userCompanyId,
      userId,
      procedureCode: code,
      procedureVersion,
      kind,
      at: demo.ago(79),
      grantedById: demo.actor(byRole).userId,
      expiresOn: demo.day(endsIn),
      notes: 'Three supervised runs, the last one without help.',
    });
  }
}

import { field } from '#db/protocols/field.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section, step } from '#db/protocols/section.ts';
import { putReadings, putTrainings } from './demo-competences.ts';
import type { DemoInventory } from './demo-inventory.ts';
import type { DemoWorld } from './demo-world.ts';
import { LIBRARY_PREPARATION, SEQUENCING } from './recipes/library-preparation.ts';
import { EXTRACTION, PREPARATION } from './recipes/preparation.ts';
import type { FieldRecipe, ProcedureRecipe, SectionRecipe } from './recipes/recipe.ts';

/** The demo lab's approved methods: one for each batch type, with fields of every type and every calculation. */
export const PROCEDURE_RECIPES: readonly ProcedureRecipe[] = [
  PREPARATION,
  EXTRACTION,
  LIBRARY_PREPARATION,
  SEQUENCING,
];

const clinical = (recipe: ProcedureRecipe): ProcedureRecipe => ({
  ...recipe,
  code: `${recipe.code}-C`,
  name: `${recipe.name}, clinical`,
  clinical: true,
});

/** The methods that only clinical samples go through: the clinical director approves their batches. */
const CLINICAL_RECIPES: readonly ProcedureRecipe[] = [clinical(LIBRARY_PREPARATION), clinical(SEQUENCING)];

/** Insert the approved procedures with their sections, steps and fields; returns their ids by recipe key. */
export const putProcedures = (demo: DemoWorld, inventory: DemoInventory): ReadonlyMap<string, string> =>
  new Map(PROCEDURE_RECIPES.map((recipe) => [recipe.key, putProcedure(demo, inventory, recipe)]));

/** Insert the clinical procedures of the lab; returns the ids of all that clinical samples go through. */
export const putClinicalProcedures = (
  demo: DemoWorld,
  inventory: DemoInventory,
  procedures: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map([
    ...procedures,
    ...CLINICAL_RECIPES.map((recipe) => [recipe.key, putProcedure(demo, inventory, recipe)] as const),
  ]);

/** Return the procedure of a stage for the samples of a business entity. */
export function procedureOf(demo: DemoWorld, key: string): Procedure {
  const recipes = demo.home === demo ? PROCEDURE_RECIPES : [...CLINICAL_RECIPES, ...PROCEDURE_RECIPES];
  const code = recipes.find((recipe) => recipe.key === key)?.code ?? '';
  const [method] = demo.world.select(procedure, { code });
  if (!method) throw new Error(`The demo lab has no procedure ${code}.`);
  return method;
}

function putProcedure(demo: DemoWorld, inventory: DemoInventory, recipe: ProcedureRecipe): string {
  const id = demo.id();
  const director = recipe.clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR';
  const method = demo.putLabRow(procedure, {
    id,
    name: recipe.name,
    code: recipe.code,
    procedureVersion: 1,
    batchType: recipe.batchType,
    status: 'APPROVED',
    clinical: recipe.clinical ?? false,
    requiresDirectorApproval: recipe.directorApproval ?? false,
    minSamples: 1,
    maxSamples: 96,
    positiveControls: recipe.controls?.positive ?? 0,
    negativeControls: recipe.controls?.negative ?? 0,
    noTemplateControls: recipe.controls?.noTemplate ?? 0,
    sampleInputVolume: recipe.inputVolume,
    outputVolume: recipe.outputVolume,
    dnaBarcodeKit: recipe.dnaBarcodeKit ?? null,
    estimatedMinutes: recipe.minutes,
    authorId: demo.actor('LAB_MANAGER').userId,
    authorIds: [demo.actor('LAB_MANAGER').userId],
    submittedAt: demo.ago(81),
    updateFlowIds: [],
    requiresReading: true,
    requiresTraining: recipe.trainingMonths !== undefined,
    competenceMonths: recipe.trainingMonths ?? null,
    activatedAt: demo.ago(80),
    signOffById: demo.actor(director).userId,
    signOffAt: demo.ago(80),
  });
  for (const [index, part] of recipe.sections.entries()) putSection(demo, inventory, id, part, index + 1);
  putReadings(demo, method);
  if (method.requiresTraining) putTrainings(demo, method);
  return id;
}

function putSection(
  demo: DemoWorld,
  inventory: DemoInventory,
  procedureId: string,
  recipe: SectionRecipe,
  order: number,
) {
  const sectionId = demo.id();
  demo.putLabRow(section, {
    id: sectionId,
    procedureId,
    name: recipe.name,
    order,
    instructions: recipe.instructions,
    requiresSignature: true,
    requiresReview: recipe.review ?? false,
    equipmentTypeRequired: [...(recipe.equipment ?? [])],
  });
  for (const [index, part] of recipe.steps.entries()) {
    const stepId = demo.id();
    demo.putLabRow(step, {
      id: stepId,
      procedureId,
      sectionId,
      order: index + 1,
      title: part.title,
      instructions: part.instructions ?? null,
      caution: part.caution ?? null,
      timerSeconds: part.timerSeconds ?? null,
      pictures: [],
    });
    for (const [place, fieldRecipe] of (part.fields ?? []).entries()) {
      putField(demo, inventory, { procedureId, stepId, order: place + 1 }, fieldRecipe);
    }
  }
}

function putField(
  demo: DemoWorld,
  inventory: DemoInventory,
  place: { procedureId: string; stepId: string; order: number },
  recipe: FieldRecipe,
) {
  demo.putLabRow(field, {
    ...place,
    id: demo.id(),
    name: recipe.name,
    label: recipe.label,
    type: recipe.type,
    scope: recipe.perSample ? 'PER_SAMPLE' : 'PER_BATCH',
    required: !recipe.optional,
    allowFuture: false,
    measurementUnitId: recipe.unit ? inventory.unit(recipe.unit) : null,
    inventoryTypeId: recipe.lotOf ? inventory.type(recipe.lotOf) : null,
    quantityPerSample: recipe.quantityPerSample ?? null,
    ...recipe.with,
  });
}

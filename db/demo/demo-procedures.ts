import { field } from '#db/protocols/field.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { section, step } from '#db/protocols/section.ts';
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

/** Insert the approved procedures with their sections, steps and fields; returns their ids by recipe key. */
export function putProcedures(demo: DemoWorld, inventory: DemoInventory): ReadonlyMap<string, string> {
  return new Map(PROCEDURE_RECIPES.map((recipe) => [recipe.key, putProcedure(demo, inventory, recipe)]));
}

function putProcedure(demo: DemoWorld, inventory: DemoInventory, recipe: ProcedureRecipe): string {
  const id = demo.id();
  demo.putRow(procedure, {
    id,
    name: recipe.name,
    code: recipe.code,
    procedureVersion: 1,
    batchType: recipe.batchType,
    status: 'APPROVED',
    clinical: demo.entity === 'RESONANT',
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
    signOffById: demo.actor('LAB_RESEARCH_DIRECTOR').userId,
    signOffAt: demo.ago(80),
  });
  for (const [index, part] of recipe.sections.entries()) putSection(demo, inventory, id, part, index + 1);
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
  demo.putRow(section, {
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
    demo.putRow(step, {
      id: stepId,
      procedureId,
      sectionId,
      order: index + 1,
      title: part.title,
      instructions: part.instructions ?? null,
      caution: part.caution ?? null,
      timerSeconds: part.timerSeconds ?? null,
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
  demo.putRow(field, {
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

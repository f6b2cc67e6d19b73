/** Words that no declared name consists of, each with the kind of term to use. */
export const WHOLE_NAMES: ReadonlyMap<string, string> = new Map([
  ...asTerms('the thing it holds: result, message, notification', 'told said heard asked spoken meant'),
  ...asTerms('stored, cached or draft + the thing', 'kept stored held'),
  ...asTerms('expected, requested or target', 'wanted needed'),
  ...asTerms(
    'the thing it holds, in the plural for a list',
    'found seen chosen given taken made listed shown named',
  ),
  ...asTerms(
    'the thing it holds with its state: missingIds, emailedTo',
    'gone sent entered written begun drawn offered',
  ),
  ...asTerms(
    'the thing it holds with its state: settledRows, usedLots',
    'judged counted settled placed opened refused',
  ),
  ...asTerms(
    'the thing it holds with its state: amountPaid, remaining',
    'put used carried paid owed left admitted',
  ),
  ...asTerms('prefetched or predicted + the thing', 'foreseen'),
  ...asTerms('granted + the right, or grants', 'granted'),
  ...asTerms('ended or completed + the thing', 'finished ended begin'),
  ...asTerms(
    'verb + object for a function, noun for a value',
    'come came comes goes going stands stand says say',
  ),
  ...asTerms(
    'verb + object for a function, noun for a value',
    'tell tells asks waits gives leaves sees lies',
  ),
  ...asTerms(
    'the noun that it asks for: user, kind, reason, place',
    'who whom what which why how where there here',
  ),
  ...asTerms('own + the thing, or other + the thing', 'others whole several few once again'),
  ...asTerms(
    'batched, adjacent, related or concurrent + the thing',
    'together elsewhere beside alongside aside meanwhile',
  ),
  ...asTerms('concurrent or pending + the thing', 'unseen untold'),
  ...asTerms('update or notification', 'news'),
  ...asTerms('video', 'film'),
  ...asTerms('text, label or term', 'word words'),
  ...asTerms('history', 'story'),
  ...asTerms('problem or error', 'trouble fault faults'),
  ...asTerms('PDF document', 'paper'),
  ...asTerms('email or email template', 'letter'),
  ...asTerms('portal', 'desk'),
  ...asTerms('access scope, or visible + the thing', 'sight'),
  ...asTerms('unknown or anonymous + the thing', 'stranger nobody anybody somebody'),
  ...asTerms('the thing itself', 'thing anything something nothing'),
  ...asTerms('what is early, late or new about the thing', 'ahead late early fresh bare plain good bad'),
  ...asTerms('minimum or maximum', 'most least'),
  ...asTerms('method, direction or path', 'way turn'),
  ...asTerms('isSame, or what is the same: sameLot, groups', 'alike'),
  ...asTerms('deleted, failed or invalid + the thing', 'dead'),
  ...asTerms('duplicate', 'twin'),
  ...asTerms(
    'the thing it holds: result, pattern, checked',
    'played looked felt heard thought understood caught',
  ),
]);

/** Words that no declared name and no file name contains, each with the term to use. */
export const NAME_PARTS: ReadonlyMap<string, string> = new Map([
  ...asTerms('result, message or notification', 'told untold said asked spoken'),
  ...asTerms('stored, retained, cached or draft', 'kept'),
  ...asTerms('expected, requested or target', 'wanted'),
  ...asTerms('missing, removed or departed', 'gone'),
  ...asTerms('reference tables', 'furniture'),
  ...asTerms('threshold', 'patience'),
  ...asTerms('PDF document', 'paper'),
  ...asTerms('portal', 'desk'),
  ...asTerms('access scope or visible', 'sight'),
  ...asTerms('related, adjacent or in the same transaction', 'beside alongside elsewhere'),
  ...asTerms('prefetched or predicted', 'foreseen'),
  ...asTerms('concurrent or pending', 'unseen'),
  ...asTerms('problem', 'trouble'),
  ...asTerms('unknown user', 'nobody stranger'),
  ...asTerms(
    'US spelling',
    'neighbour neighbours colour colours grey centre behaviour labelled licence licences',
  ),
  ...asTerms('US spelling', 'enrol enrols enrolment enrolments cancelled organisation organisations'),
  ...asTerms(
    'US spelling',
    'normalise normalised recognise recognised authorise authorised initialise modelled',
  ),
  ...asTerms('shipment', 'parcel parcels'),
  ...asTerms('again as retry or repeat', 'anew'),
  ...asTerms('verb + object, or is/has + the state', 'went overtaken'),
  ...asTerms('automatic, or the thing itself', 'itself themselves whatever somebody anybody'),
  ...asTerms('history', 'story'),
  ...asTerms('update or notification', 'news'),
  ...asTerms('video', 'film'),
  ...asTerms('balance, status, current or effective', 'stand stands standing'),
  ...asTerms('operation (bench, server) or action (screen)', 'act acts'),
  ...asTerms('display, gallery or badge', 'look looks'),
  ...asTerms('verb + object', 'says tell tells asks meant comes goes whoever'),
]);

function asTerms(term: string, names: string): [name: string, term: string][] {
  return names.split(' ').map((name) => [name, term]);
}

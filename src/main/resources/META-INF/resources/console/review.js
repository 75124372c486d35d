/** The queue of what feedback proposes, each with what it would change. */
import {byId, element, fetchJson, fill, post, resultTable, trouble} from './shell.js';
import {sqlBlock} from './sql.js';

const when = new Intl.DateTimeFormat('en', {dateStyle: 'medium', timeStyle: 'short'});

function questions(label, list) {
  return list.length > 0 && element('div', {}, element('h3', {text: `${label} (${list.length})`}),
    element('ul', {class: 'against'}, ...list.slice(0, 20).map((text) => element('li', {text})),
      list.length > 20 && element('li', {text: `and ${list.length - 20} more`})));
}

function effectOf({measured, asked, more, changed, fewer, problems, replaces, ...found}) {
  const told = [
    ...problems.map((text) => element('p', {class: 'problem', text})),
    replaces.length > 0 && element('p', {text: `It would take the place of ${replaces.join(', ')}, which has the same question.`}),
    found.rows && (found.rows.length ? resultTable('First rows', found) : element('p', {class: 'quiet', text: 'Its statement gives no row.'})),
  ];
  if (problems.length) return [element('p', {text: 'It cannot be accepted:'}), ...told];
  if (!measured) {
    return [...told, element('p', {class: 'quiet', text: 'What it changes cannot be told: the journal may not keep questions of this database in words (journal: {questions: true} in its declaration).'})];
  }
  return [
    ...told,
    element('p', {},
      element('span', {text: `Of the journal’s ${asked} different ${asked === 1 ? 'question' : 'questions'} it `}),
      element('strong', {text: `answers ${more.length} more`}), `, changes ${changed.length}, answers ${fewer.length} no longer.`),
    questions('Answered only with it', more),
    questions('Answered by another statement', changed),
    questions('No longer answered', fewer),
  ];
}

function proposal(one) {
  const path = `/v1/reviews/${encodeURIComponent(one.id)}`;
  const effect = element('div', {class: 'part', 'aria-live': 'polite'});
  const told = element('div', {'aria-live': 'polite'});
  const words = element('input', {id: `words-${one.id}`, autocomplete: 'off'});
  const buttons = element('div', {class: 'row'});
  const card = element('article', {class: 'card part proposal'});
  const decide = async (decision, outcome) => {
    const question = one.question === undefined && words.value.trim() ? {question: words.value.trim()} : {};
    buttons.querySelectorAll('button').forEach((button) => { button.disabled = true; });
    try {
      await post(path, {decision, ...question});
      card.replaceChildren(element('p', {class: decision === 'accept' ? 'yes' : 'quiet', role: 'status', text: outcome}));
    } catch (problem) {
      told.replaceChildren(trouble(problem));
      buttons.querySelectorAll('button').forEach((button) => { button.disabled = false; });
    }
  };
  const measure = element('button', {
    type: 'button', text: 'What would it change?',
    onclick: async () => {
      measure.disabled = true;
      effect.replaceChildren(element('p', {class: 'quiet', text: 'Asking the journal’s questions with and without it …'}));
      await fill(effect, async () => effectOf(await fetchJson(`${path}/effect`)).filter(Boolean));
      measure.disabled = false;
    },
  });
  buttons.append(
    element('button', {type: 'button', class: 'chief', text: 'Accept', onclick: () => decide('accept', 'Accepted: it is a verified query now, and such questions can be answered.')}),
    element('button', {type: 'button', text: 'Reject', onclick: () => decide('reject', 'Rejected: nothing changes.')}),
    measure);
  card.append(
    element('div', {class: 'row apart'},
      element('span', {class: 'row'},
        element('span', {class: 'tag', text: one.database}),
        element('span', {class: one.decision === 'answered' ? 'tag yes' : 'tag no', text: one.reason ? `${one.decision}: ${one.reason}` : one.decision}),
        element('span', {class: 'tag', text: one.confirmsDraft ? 'confirms what was withheld' : 'corrected by a person'})),
      element('span', {class: 'quiet', text: `${one.by}${one.through ? ` (signed in as ${one.through})` : ''}, ${when.format(new Date(one.at))}`})),
    one.question === undefined
      ? element('div', {}, element('label', {for: words.id, text: 'The question, as it was asked (the journal does not keep it in words)'}), words)
      : element('blockquote', {text: one.question}),
    sqlBlock(one.sql),
    buttons, told, effect);
  return card;
}

fill(byId('queue'), async () => {
  const open = await fetchJson('/v1/reviews');
  return open.length ? open.map(proposal) : element('div', {class: 'card'},
    element('p', {class: 'verdict', text: 'Nothing to review'}),
    element('p', {class: 'quiet', text: 'When somebody confirms a withheld query on the page Ask, or corrects an answer, it waits here.'}));
});

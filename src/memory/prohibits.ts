// Whether an entry forbids something, or wants somebody asked first. What does is not let go of without a person: nobody notices a ban that is missing.

const forbids =
  /\b(?:not|never|no|none|nor|neither|nobody|noone|nothing|nowhere|cannot|without|avoid\w*|forbid\w*|forbade|ban|bans|banned|prohibit\w*|disallow\w*|refus\w*|refrain\w*|stop|unless|except|(?<!-)only|off[ -]?limits|hands off|beware|careful|nicht|nie|niemals|kein\w*|verboten)\b|\w+n['’]t\b|[🚫⛔❌🛑]/iu;
const asksFirst =
  /\b(?:ask|asks|asked|check|consult|confirm|approv\w*|permission|consent|sign[ -]?off|wait|tell|inform|notify|warn)\b.*\b(?:before|first|until)\b|\b(?:before|first|until)\b.*\b(?:ask|asked|check with|consult|confirm|approv\w*|permission|consent|sign[ -]?off|tell|inform|notify|warn)\b|\b(?:needs?|requires?|with) (?:\w+ ){0,3}(?:approval|permission|consent|sign[ -]?off)\b/isu;

/** The same in other languages. Whoever waits for a person once too often does no harm. */
const elsewhere = new RegExp(
  [
    // German, Dutch, Swedish, Danish, Norwegian, Finnish
    'nicht|nichts|nie|niemals|niemand|nirgends|kein\\p{L}*|ohne|nur|verboten|verbiete\\p{L}*|untersag\\p{L}*|gesperrt|tabu|vermeide\\p{L}*|vorsicht|achtung|finger weg|einzig\\p{L}*|bevor|vorher|erst (?:\\p{L}+ ){0,3}(?:fragen|klären|prüfen|warten)|rücksprache|freigabe|genehmigung|zustimmung|absprache',
    'niet|geen|nooit|zonder|alleen|verboden|inte|aldrig|utan|bara|endast|förbjud\\p{L}*|ikke|aldri|uden|uten|kun|forbud\\p{L}*|älä|ei|koskaan',
    // French, Spanish, Portuguese, Italian, Catalan, Romanian
    "ne|n’|n'|pas|jamais|aucun\\p{L}*|sans|sauf|seulement|interdi\\p{L}*|défen[ds]\\p{L}*|éviter?|nunca|jamás|sin|sólo|solo|solamente|prohib\\p{L}*|ningun\\p{L}*|nadie|evit\\p{L}*|não|sem|só|somente|apenas|proib\\p{L}*|non|mai|senza|vietat\\p{L}*|nessun\\p{L}*|soltanto|nici\\p{L}*|niciodată|fără|interzis\\p{L}*",
    // Polish, Czech, Russian, Ukrainian, Greek, Turkish, Hungarian, Vietnamese
    'nigdy|bez|tylko|zakaz\\p{L}*|nikdy|zákaz\\p{L}*|zakáz\\p{L}*|не|нет|нельзя|никогда|без|только|запрещ\\p{L}*|запрет\\p{L}*|ні|ніколи|лише|заборон\\p{L}*|μη|μην|δεν|ποτέ|απαγορεύ\\p{L}*|değil|asla|yasak\\p{L}*|sadece|hiçbir|nem|soha|tilos|không|cấm|đừng',
  ]
    .map((words) => `(?<!\\p{L})(?:${words})(?![\\p{L}-])`)
    // Chinese, Japanese, Korean, Arabic, Hebrew, Hindi, Thai: written without blanks, or with them elsewhere.
    .concat(
      '[不别別勿没沒未禁]|只能|ない|ません|だけ|のみ|않|금지|마세요|말 것|못|ممنوع|(?<!\\p{L})(?:لا|لن|لم|فقط)(?!\\p{L})|(?<!\\p{L})(?:לא|אין|אסור|רק|בלי)(?!\\p{L})|नहीं|ห้าม|ไม่',
    )
    .join('|'),
  'iu',
);

export function prohibits(text: string): boolean {
  return forbids.test(text) || asksFirst.test(text) || elsewhere.test(text);
}

// Text that wants to command whoever reads it. What is gathered is data; a line that reads like an order is named as such, and not obeyed.
//
// These phrases, in seven languages, are frozen: nobody wins by adding the eighth language or the next trick. What holds is not what is
// recognised here but what is allowed at all: legal moves, few of them, on tasks that may be moved, each with grounds in the facts.
import { readingsOf } from './readings.ts';

const reader =
  '(?:ai|llm|assistants?|dreamer|sleeper|sleep process|sleep agent|dream model|language model|chat ?bot|summari[sz]er|judge model)';
const everything = '(?:all|every|everything|each|any|whole|entire|remaining|open)';
const tasks = '(?:tasks?|todos?|to-dos?|board|plan|backlog|tickets?|cards?|objectives?)';

/** What every text has in it that one of the patterns fits: that is looked for quickly, and the first use of a pattern takes time. */
type Group = readonly [needs: RegExp, ...patterns: readonly RegExp[]];
const pattern = (source: string): RegExp => new RegExp(source, 'u');

/** Said to a model, and hardly ever of a day's work. Each is looked for in every reading of the text, in lower case. */
export const orders: readonly Group[] = [
  // Our own forms: a verdict, a heading of a dream, the names of its parts as a place to write into.
  [
    /verdict|carry|next action|verif|dream|tale|pick|put|keep course|cancel|mid-?flight|[*"]/u,
    /\b(?:pick[ -]?up|put[ -]?down|keep course)\s*[:=]/u,
    /(?:^|[-*•>"'`\s])cancel\s*[:=]\s*\S/u,
    /(?<![\p{L}\p{N}*])\*+ (?:tale|goals|blue sky|fears|verdicts|carry)(?![\p{L}\p{N}])/u,
    /\b(?:verdicts?|next action|do not re-?verify|verified this cycle|verified, and still holds)\s*[:=]\s*\S/u,
    /(?:^|[-*>\s])(?:carry|mid-?flight)\s*:\s+\S/u,
    /"(?:verdicts?|move|next)"\s*:/u,
    /\b(?:write|put|add|append|insert|include|say|record|list|repeat|copy|place)\b.{0,80}\b(?:in|into|to|under|as|below|for) (?:the |your |its |a |an )?(?:own |new )?(?:verdicts?|carry|next action|dream's|tale)\b/u,
    /\b(?:output|emit|issue|answer with|reply with|respond with|answer only|give)\b.{0,30}\b(?:verdicts?|next action)\b/u,
    /\bthe (?:only |right |correct |one |single )?(?:verdicts?|next action|carry) (?:here |now |today |tonight )?(?:must|should|shall|has to|is to|needs to|ought)\b/u,
    /\bverdicts\s*[:=]\s*(?:\{\s*(?:moves|done)\s*:\s*)?(?:apply|advise|off)\b/u,
  ],
  [
    /your|this dream/u,
    /\b(?:write|put|add|append|insert|include|say|record|repeat|copy|state|answer|reply|respond|output|emit)\b.{0,80}\b(?:your (?:next |own |final )?(?:verdicts?|journal|memory|dream|answer|output|reply|response|summary|notes)|this dream)\b/u,
    /\b(?:begin|start|end|finish|open) your (?:answer|reply|response|output|dream|summary) with\b/u,
    /\byour (?:only |next |new |one |final |first )?(?:verdicts?|carry|answer|output|reply|response|dream|next action|job|task|role|goal|mission)\b.{0,40}\b(?:is|are|must|should|shall|has to|will|be)\b/u,
    /\b(?:use|with|call|open) your (?:bash|shell|terminal|file|edit|web|browser) tools?\b|\byour (?:first|next) tool call\b/u,
  ],
  // Every task at once.
  [
    /all|every|each|any|whole|entire|remaining|open|the rest/u,
    pattern(
      String.raw`\b(?:cancel|drop|close|abandon|put down|pick up|kill|finish|clear|wipe|delete|discard|scrap|remove|promote|demote|reject)\b.{0,20}\b${everything}\b.{0,30}\b${tasks}\b`,
    ),
    pattern(String.raw`\b(?:mark|move|set|make|turn)\b.{0,20}\b${everything}\b.{0,30}\b(?:cancel\w*|done|next|todo)\b`),
    /\b(?:cancel|abandon|put down|drop) (?:everything|all of (?:it|them)|them all|the (?:whole|entire) board|the rest)\b/u,
    pattern(
      String.raw`\b${everything}\b.{0,20}\b${tasks}\b.{0,30}\b(?:must|should|shall|has to|have to|are to|need to|is to)\b.{0,20}\b(?:cancel\w*|abandon\w*|dropped|closed|deleted|removed)\b`,
    ),
  ],
  // The usual ways to talk a model out of its task.
  [
    /ignor|disregard|forget|overrid|bypass|discard|follow/u,
    /\b(?:ignore|disregard|forget|override|bypass|discard|do not follow|don't follow|stop following)\b.{0,40}\b(?:previous|above|prior|earlier|preceding|your|former|original)\b.{0,40}\b(?:instruct\w*|prompts?|rules?|directions?|guidelines?|constraints?|context|facts?|orders?|system|training|said|told|text)\b/u,
    /\b(?:ignore|disregard|forget|override|do not follow|don't follow)\b.{0,20}\b(?:all|any|these|those|the|every)\b.{0,12}\b(?:instructions?|guidelines|directives?|directions)\b/u,
    /\b(?:ignore|disregard|forget) (?:everything|all|anything)\b.{0,30}\b(?:above|before|previous\w*|so far|told|until now|said)\b/u,
    /\b(?:ignore|disregard|forget) (?:all |everything )?(?:of )?the (?:above|preceding|foregoing)\b/u,
    /\bignor(?:ier|e[zr]?\b|a\b|ar\b|ate\b|en\b)\w*.{0,40}\b(?:anweisung\w*|befehl\w*|regeln|vorherig\w*|obig\w*|bisherig\w*|instruc\w*|consignes?|précédent\w*|precedent\w*|anterior\w*|istruzioni|precedenti)\b/u,
  ],
  [
    /system|developer|assistant|user|human|tool|admin|operator|owner|root|security|instruct|order|prompt|directive|task\s*(?::|for|to)/u,
    /\b(?:new|updated|real|actual|hidden|secret|special|important|urgent|critical|overriding|true) (?:system )?(?:instructions?|orders?|prompt|directives?|task)\s*(?::\s*\S|(?:for|to) (?:you|the (?:ai|model|assistant|dreamer|sleeper))\b)/u,
    /\b(?:system|developer|admin|operator|owner|root|security) (?:prompt|message|note|notice|override|instructions?|directive|command|alert|announcement)\s*[:>\]—-]/u,
    pattern(
      String.raw`(?:^|[\s\[<(#*|])(?:system|developer|assistant|user|human|tool|admin|administrator|operator|root)\s*[:>\]|]\s*\S.{0,80}\b(?:you|your|must|verdicts?|cancel|tasks?|ignore|please|obey|pick up|put down|next action|instructions?|now)\b`,
    ),
  ],
  [
    /[<[#]|---|end of|begin/u,
    /(?<![\p{L}\p{N}])<\/?\s*(?:system|instructions?|assistant|human|prompt|facts?(?:-[\w-]*)?|admin|override)\s*>/u,
    /(?<![\p{L}\p{N}])<\/\s*(?:user|tool|data|input|context|documents?|untrusted)\s*>/u,
    /<\/?\s*facts?-/u,
    /\[\/?inst\]|<\|[a-z_]{2,30}\|>|<<\/?sys>>|\bend of (?:the )?(?:facts|data|input|prompt|context|untrusted \w+)\b|\bbegin (?:new )?(?:instructions?|prompt)\b/u,
    /(?<!-)-{3,}\s*(?:end|begin|start)\b.{0,30}(?:facts|data|input|prompt|context|instructions?|system)/u,
    /^#{1,6} ?(?:system|instructions?|new instructions?|task|assistant|override)\s*[:#]?\s*$/u,
  ],
  [
    /you|who|tell|inform|alert|notify|model|agent|reader|ai\b|llm|assistant|dreamer|sleep|chat ?bot|summari|judge|anyone|behalf|i am|this is|i'm/u,
    /\byou are (?:now |no longer |actually |really )(?:a|an|the|in|free|allowed|required|being|going|not|bound|under|dan)\b/u,
    /\b(?:do not|don't|never) (?:tell|inform|alert|notify) (?:the |your )?(?:user|person|owner|human|operator|anyone|anybody)\b|\btell (?:nobody|no one)\b/u,
    /\byou are (?:a|an|the) (?:\w+ )?(?:ai|assistant|model|dreamer|sleeper|agent|bot|judge|administrator)\b/u,
    /\b(?:you|the model|the dreamer|the sleeper) (?:must|should|shall|will|have to|are to|need to|are required to|are ordered to)\b.{0,60}\b(?:verdicts?|cancel|pick up|put down|next action|carry|dream|obey|board|tasks?|disregard|ignore)\b/u,
    pattern(
      String.raw`\b(?:dear|attention|hey|hello|hi|ok|okay|to|note to|note for|message (?:to|for)|instructions? (?:to|for)|memo (?:to|for)|@)[ ,:]*(?:the |any |whichever |whatever )?(?:\w+ )?(?:${reader}|model|agent|reader)\b.{0,3}[:,!—-]`,
    ),
    pattern(
      String.raw`\b(?:attention|note to|message (?:to|for)|instructions? (?:to|for)|memo (?:to|for)) (?:the |any )?(?:\w+ )?${reader}\b`,
    ),
    pattern(
      String.raw`\b(?:any|whichever|whatever|every|the|an?) ${reader}\b.{0,40}\b(?:must|should|shall|has to|needs to|is required|will now|please|is (?:ordered|asked|told|expected|supposed) to)\b`,
    ),
    /\bmodel\b.{0,20}\b(?:must|should|shall|has to|will now|please)\b.{0,20}\b(?:cancel|pick up|put down|write|say|answer|output|obey|ignore|reply|move|decide)\b/u,
    /\b(?:when|if|while|once|whenever|before|after) (?:you|the (?:model|ai|dreamer|assistant|sleeper)|anyone|whoever)(?:'re| are| is)? (?:now )?(?:summari[sz]\w*|dream\w*|sleep\w*|judg\w*|(?:read|see|process)(?:s|es|ing)? this)\b/u,
    /\b(?:whoever|anyone who|anybody who|the one who|to whoever) (?:reads|sees|summari[sz]es|dreams|judges|processes)\b/u,
    /\bon behalf of (?:the |your )?(?:owner|operator|person|user|admin\w*|system|developer)\b|\b(?:i am|this is|i'm) (?:the|your) (?:owner|operator|admin\w*|system|developer|creator|boss)\b/u,
  ],
  [
    /act(?:ing)? as|pretend|play|imagine|speaking|in this|jailbreak|mode/u,
    pattern(
      String.raw`\b(?:act(?:ing)? as|pretend (?:to be|you are|that you are)|role-?play(?:ing)? as|imagine (?:you are|that you are)|speaking as|you are playing)\b.{0,20}(?:${reader}|\b(?:system|admin\w*|operator|owner|root|developer|character|someone|persona|model)\b)`,
    ),
    /\b(?:let's|let us|we) (?:play|are playing) a game\b|\bin this (?:story|scene|game|role-?play|hypothetical)\b|\b(?:jailbreak|developer mode|dan mode|god mode)\b/u,
  ],
  // Other tongues.
  [
    /vergiss|missachte|oublie|olvida|dimentica|aufgaben|taches|tareas|tarefas|compiti|\P{ASCII}/u,
    /\b(?:vergiss|missachte|oubliez?|olvida|esqueça|dimentica)\b.{0,40}\b(?:anweisung\w*|befehl\w*|regeln|alles|tout|todo|instruc\w*|consignes?|tutto|istruzioni)\b/u,
    /(?:忽略|无视|忘记|無視).{0,20}(?:指令|指示|以上|之前|规则|提示|说明)|(?:игнорируй|забудь|проигнорируй).{0,40}(?:инструкц|указан|правил|предыдущ|всё|все)/u,
    /\b(?:alle|sämtliche|toutes? les|todas? las|tutti i)\b.{0,20}\b(?:aufgaben|tâches|taches|tareas|tarefas|compiti)\b.{0,40}\b(?:abbrechen|streich\w*|verwerf\w*|annul\w*|cancel\w*|elimin\w*)\b/u,
    /\b(?:brich|streiche|verwirf|storniere|annule[zr]?|supprime[zr]?|cancela\w*|elimina\w*|annulla)\b.{0,20}\b(?:alle|sämtliche|toutes?|todas?|tutt[ie])\b.{0,30}\b(?:aufgaben|tâches|taches|tareas|tarefas|compiti)\b/u,
    /(?:取消|放弃|删除|关闭)(?:所有|全部|一切).{0,8}(?:任务|事项|待办)|(?:所有|全部)(?:任务|事项|待办).{0,12}(?:取消|放弃|删除)/u,
  ],
  // Settings; what is fetched and run, and what is carried out of the house.
  [
    /dreamkeeper|verdicts|min[ _]|_per_|budget|rm -|\||iex|invoke-expression|secret|credential|token|password|env|key|id_rsa/u,
    /\brm -[rf]{1,2} (?:--no-preserve-root |[/~*])/u,
    /\b(?:set|change|switch|edit|update|write|turn|put|raise|lower|disable|enable)\b.{0,40}\b(?:dreamkeeper\.yaml|dreamkeeper yaml|verdicts: ?apply|verdicts (?:to|off|on|=)|min_interval|min_record|min interval|calls_per_\w+|usd_per_\w+|(?:the |your )(?:night |day )?budget to)\b/u,
    /\b(?:curl|wget|iwr|invoke-webrequest|fetch)\b.{0,200}\|\s*(?:sudo )?(?:ba|z|da|fi)?sh\b/u,
    /\b(?:base64 (?:-d|--decode)|eval)\b.{0,100}\|\s*(?:sudo )?(?:ba|z)?sh\b|\b(?:iex|invoke-expression)\b/u,
    /\b(?:send|post|upload|e?mail|forward|exfiltrat\w*|leak|paste|transmit)\b.{0,80}\b(?:secrets?|credentials?|tokens?|passwords?|\.env|env|keys?|id_rsa)\b.{0,60}(?:https?:|www\.|@\w|\bto\b)/u,
  ],
];

/** What is said in the place of such a text. `where` says how to look at it. */
export const leftOut = (where: string): string => `[reads like an instruction, left out; ${where}]`;

export function readsLikeOrder(text: string): boolean {
  return fits(text, orders);
}

/** The same of a text that has our own forms by right, such as a dream: only the other ways to command are looked for. */
export function hasOrderBesideForm(text: string): boolean {
  // The first group is that of our own forms.
  return fits(text, orders.slice(1));
}

function fits(text: string, groups: readonly Group[]): boolean {
  return readingsOf(text).some((reading) =>
    groups.some(([needs, ...patterns]) => needs.test(reading) && patterns.some((each) => each.test(reading))),
  );
}

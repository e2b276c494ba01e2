// Whether an entry forbids something, or wants somebody asked first. What does is not let go of without a person: nobody notices a ban that is missing.

const forbids =
  /\b(?:not|never|no|none|nor|neither|nobody|noone|nothing|nowhere|cannot|without|avoid\w*|forbid\w*|forbade|ban|bans|banned|prohibit\w*|disallow\w*|refus\w*|refrain\w*|stop|unless|except|(?<!-)only|off[ -]?limits|hands off|beware|careful|nicht|nie|niemals|kein\w*|verboten)\b|\w+n['’]t\b|[🚫⛔❌🛑]/iu;
const asksFirst =
  /\b(?:ask|asks|asked|check|consult|confirm|approv\w*|permission|consent|sign[ -]?off|wait|tell|inform|notify|warn)\b.*\b(?:before|first|until)\b|\b(?:before|first|until)\b.*\b(?:ask|asked|check with|consult|confirm|approv\w*|permission|consent|sign[ -]?off|tell|inform|notify|warn)\b|\b(?:needs?|requires?|with) (?:\w+ ){0,3}(?:approval|permission|consent|sign[ -]?off)\b/isu;

export function prohibits(text: string): boolean {
  return forbids.test(text) || asksFirst.test(text);
}

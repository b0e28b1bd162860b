// English and Swahili words for money that was given back. Networks use them in messages, states and files.

export const reversalWord =
  /\b(?:revers(?:e|al|ing)\w*|refund(?:s|ed|ing)?|charged?[ -]?backs?|roll(?:ed)?[ -]?backs?|returned|\w*(?:rejesh|rudish|batilish|tengul)\w*)\b/i

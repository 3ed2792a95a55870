/** Clauses in English that fit every topic, so that two articles on one topic need not say the same. */
import { even, type Rules } from '../grammar.js'

export const ENGLISH_GENERAL: Rules = {
  general_finding: even(`
    nobody had counted {thing} before {1998-2015}
    {thing} near {town} differ from those in {town} in almost every respect
    the debate about {term} has moved on while {thing} stayed where they were
    {share} of the replies mention {thing} without being asked
    {actor} disagree about {term} more sharply than they did in {1999-2015}
    the first results from {town} were too good to be repeated
    two thirds of the extra money went to {thing}
    {actor} who had read the rules on {term} still broke them {2-9} times
    neither wealth nor distance explains why {thing} do better in {town}
    the number of {thing} fell below {110-980} for the first time
    a good idea about {term} usually takes {4-19} years to reach {town}
    women mention {term} {2-5} times as often as men do
    small places treat {thing} as a common matter and large ones as a nuisance
    old habits survive every reform of {term}
    winter is the season in which {thing} fail
    of {20-95} promises made in {town}, {3-19} were kept
    volunteers look after {thing} better than any contract does
    {term} was cheaper a generation ago, and nobody is sure why
    half a day of training changed how {actor} speak about {term}
    the same question about {thing} gets a new answer every spring
    {actor} notice trouble with {thing} long before it reaches a report
    the map of {thing} has not been redrawn since {1971-1999}`),
  general_effect: even(`
    letters to the editor speak of little else
    {actor} have begun to meet on their own
    the budget was spent by {month}
    rumours about {thing} travel faster than notices
    a promising start in {town} came to nothing
    nobody dares to put a date to it
    younger people simply look elsewhere
    the matter went to court in {town} and stayed there
    {actor} keep two sets of figures
    every second meeting ends without a vote
    experts from {town} were called in at great expense
    what used to take a week now takes {2-9}
    the old arrangement is back under another name
    trust is easily lost and slowly regained
    neighbouring {town} has become a model without wishing to`),
  general_measure: even(`
    starting with {2-9} streets in {town}
    asking {actor} once a year and printing the answers
    moving responsibility for {thing} to {town}
    waiting for the figures of {month}
    writing down what everybody does anyway
    copying what {town} did in {2003-2019}
    naming one person who answers for {thing}
    drawing lots among {actor}
    giving up {thing} that no one has asked for
    paying in advance for {term}
    setting a limit of {20-900} for {thing}
    inviting critics to the table
    stopping at the first sign of trouble
    learning from {actor} abroad`),
}

/** Usual short forms of English given names: people are registered under either. */
import { eachValue, type Values, valueAt } from '../columns.js'

/** A name, then its short forms; a short form may stand for several names. */
const GROUPS = `
abigail abby gail; abraham abe; albert al bert bertie; alexander alex alec sandy; alexandra alex sandra; alfred alf alfie fred;
alice ally; andrew andy drew; ann annie nancy nan; anne annie nancy; anthony tony; archibald archie; arthur art artie; augustus gus;
barbara barb babs; benjamin ben benny; bernard bernie; bridget biddy; catherine cathy kate katie kitty; katherine kathy kate katie kitty;
charles charlie chas chuck; charlotte lottie charlie; christina chris tina; christine chris tina; christopher chris kit; clarence clary;
constance connie; cornelius con; daniel dan danny; david dave davy; deborah deb debbie; dennis den; dorothy dot dolly dora;
douglas doug; edmund ed eddie ned ted; edward ed eddie ned ted teddy; edwin ed eddie; eleanor ellen nell nellie; elizabeth beth betty liz
lizzie eliza bess bessie betsy elsie libby; emily em; emma em; ernest ernie; eugene gene; florence flo florrie; frances fanny fran;
francis frank; franklin frank; frederick fred freddie; gabriel gabe; geoffrey geoff; george georgie; gerald gerry jerry; gertrude gertie;
gilbert gil; gregory greg; hannah nan; harold harry hal; harriet hattie; helen nell nellie ellen; henry harry hal hank; herbert bert herb;
horace horry; hubert bert; hugh hughie; isaac ike; isabella bella isabel; jacob jake; james jim jimmy jamie; jane janie jenny; janet jan;
jeffrey jeff; jennifer jen jenny; jeremiah jerry; jessica jess; john jack johnny jock; jonathan jon; joseph joe joey; joshua josh;
josephine jo josie; judith judy; julia julie; kenneth ken kenny; lawrence larry laurie; leonard len lenny leo; leopold leo; lewis lew;
lillian lily; louis lou; louisa lou; lucy lu; magdalen maggie; margaret maggie meg peggy madge daisy greta rita; maria mary; martha
mattie patty; martin marty; mary molly polly may; matilda tilly; matthew matt; maurice morris; maximilian max; michael mick mike micky;
mildred millie; mortimer mort; nathaniel nat nate; nicholas nick; nathan nat; oliver ollie; oscar ossie; pamela pam; patricia pat patty
tricia; patrick pat paddy; peter pete; philip phil pip; phillip phil; rachel ray; randolph randy; raymond ray; rebecca becky; reginald reg
reggie; richard dick rick richie; robert bob bobby rob robin bert; roderick rod; rodney rod; roger rodge; roland rolly; ronald ron;
rosalind rose; rosemary rose; rudolph rudy; rupert rupe; samuel sam sammy; samantha sam; sarah sally sadie; sidney sid; simon si;
solomon sol; sophia sophie; stanley stan; stephen steve; steven steve; stuart stu; susan sue susie; susanna sue susie; sylvester sly;
theodore ted teddy theo; theresa terry tess; thomas tom tommy; timothy tim; tobias toby; ursula ursie; valentine val; victor vic;
victoria vicky; vincent vince; virginia ginny; walter walt wat; wilfred wilf fred; william bill billy will willie liam; winifred winnie;
zachariah zach; zachary zach`

const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.split(';').map((group) => {
    const [full = '', ...forms] = group.trim().split(/\s+/)
    return [full, forms]
  }),
)

/** Whether one value is a usual short form of the other, or both are of a third. */
export function shortForms(values: Values): (a: number, b: number) => boolean {
  const groups = new Map<string, string[]>()
  for (const [full, forms] of SHORT_FORMS) for (const form of [full, ...forms]) groups.set(form, [...(groups.get(form) ?? []), full])
  const own: (readonly string[] | undefined)[] = []
  eachValue(values, (value) => {
    const length = (values.starts[value + 1] as number) - (values.starts[value] as number)
    own.push(length <= 12 ? groups.get(valueAt(values, value)) : undefined)
  })
  return (a, b) => {
    const [left, right] = [own[a], own[b]]
    return left !== undefined && right !== undefined && left.some((full) => right.includes(full))
  }
}

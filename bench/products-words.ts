/** What lists of products are made of: invented brands, things and how they are measured, colours, and the words around them. */

export const BRANDS: readonly (readonly [string, string])[] = (
  '青禾 qinghe;蓝杉 lanshan;云岭 yunling;北极鹿 polardeer;小桔 minijuju;海潮 haichao;金穗岛 jinsui;松果派 pinepie;晨曦里 chenxi;百川汇 baichuan;' +
  '雅居乐园 yajuly;飞燕堂 feiyan;三叶舟 sanye;极昼 aurolux;南山坞 nanwu;星野集 xingye;禾木 hemu;拾光 shiguang;倍舒 beishu;格澜 gelan;' +
  '悠贝 youbei;木槿家 mujin;鲸落 jingluo;朗声 lansen;素屿 suyu;卡诺迪 canodi;维朵 veeduo;果壳虫 guoke;沐川 mutran;奥泽 aozer;' +
  '九阡 jiuqian;暖谷 nuangu;迪摩 dimo;晴耕 qinggeng;泊乐 bolle;赛木 saimu;伊朵兰 yidola;凯朔 kaishuo;元气鹿 yuanqilu;竹里 zhuli'
)
  .split(';')
  .map((pair) => pair.split(' ') as [string, string])

export type Measure = 'model' | 'volume' | 'weight' | 'size' | 'storage' | 'length'
/** Category, words for the thing, features, and how it is measured. */
export type Thing = readonly [category: string, names: readonly string[], features: readonly string[], measure: Measure]

const thing = (category: string, names: string, features: string, measure: Measure): Thing => [
  category,
  names.split(' '),
  features.split(' '),
  measure,
]

export const THINGS: readonly Thing[] = [
  thing('手机数码', '智能手机 手机 5G手机', '双卡双待 全网通 大屏 长续航 快充 拍照', 'storage'),
  thing('手机数码', '蓝牙耳机 无线耳机 耳机', '降噪 入耳式 运动 超长待机 防水', 'model'),
  thing('手机数码', '充电宝 移动电源', '快充 便携 自带线 数显', 'model'),
  thing('手机数码', '平板电脑 平板', '护眼屏 学习 网课 高清', 'storage'),
  thing('电脑办公', '机械键盘 键盘', '青轴 红轴 有线 背光 游戏', 'model'),
  thing('电脑办公', '无线鼠标 鼠标 办公鼠标', '静音 充电 人体工学', 'model'),
  thing('家用电器', '电饭煲 电饭锅 智能电饭煲', '不粘内胆 预约定时 多功能 IH加热', 'model'),
  thing('家用电器', '空气净化器 净化器', '除甲醛 静音 家用 卧室', 'model'),
  thing('家用电器', '吹风机 电吹风', '负离子 大功率 恒温 折叠', 'model'),
  thing('家用电器', '电热水壶 烧水壶 热水壶', '304不锈钢 保温 自动断电', 'volume'),
  thing('食品饮料', '纯牛奶 全脂纯牛奶 牛奶', '高钙 有机 早餐 低温', 'volume'),
  thing('食品饮料', '矿泉水 天然矿泉水 饮用水', '弱碱性 低钠 家庭装', 'volume'),
  thing('食品饮料', '坚果礼盒 混合坚果 每日坚果', '孕妇零食 休闲 无添加 独立小包', 'weight'),
  thing('食品饮料', '大米 东北大米 长粒香米', '新米 真空 农家 软糯', 'weight'),
  thing('食品饮料', '酱油 生抽 生抽酱油', '零添加 特级 酿造', 'volume'),
  thing('食品饮料', '挂耳咖啡 咖啡', '中度烘焙 美式 无蔗糖', 'weight'),
  thing('个护清洁', '洗发水 洗发露 洗发乳', '去屑 控油 柔顺 持久留香', 'volume'),
  thing('个护清洁', '洗衣液 浓缩洗衣液', '深层洁净 薰衣草 除菌 机洗', 'weight'),
  thing('个护清洁', '沐浴露 沐浴乳', '保湿 清爽 牛奶味 家庭装', 'volume'),
  thing('个护清洁', '牙膏 护龈牙膏', '清新口气 美白 薄荷', 'weight'),
  thing('服饰鞋包', '男士运动鞋 跑步鞋 运动鞋', '透气 减震 网面 夏季 轻便', 'size'),
  thing('服饰鞋包', '双肩包 背包 电脑包', '大容量 防泼水 商务 学生', 'model'),
  thing('服饰鞋包', '女士短靴 短靴 马丁靴', '加绒 英伦风 厚底', 'size'),
  thing('家居家装', '窗帘 遮光窗帘', '北欧 卧室 免打孔', 'length'),
  thing('家居家装', '层架 置物架 收纳架', '落地 多层 加厚 免安装', 'length'),
  thing('母婴玩具', '婴儿湿巾 湿巾 宝宝湿巾', '手口专用 加厚 带盖', 'weight'),
]
export const SERIES = 'Pro Max Air Lite Plus Mini SE Ultra 经典 尊享 悦 清风 轻奢 臻选 焕新 致远'.split(' ')
export const COLOURS: readonly (readonly string[])[] = [
  ['黑色', '曜石黑', '黑'],
  ['白色', '象牙白', '白'],
  ['蓝色', '天空蓝'],
  ['红色', '中国红'],
  ['灰色', '深空灰'],
  ['粉色', '樱花粉'],
  ['绿色', '薄荷绿'],
]
export const PROMOTIONS =
  '【官方旗舰】 正品 包邮 新品 热卖 限时特价 【顺丰发货】 送礼 爆款 2024新款 厂家直销 现货 （拍下立减） 专柜同款 网红推荐 【买一送一】'.split(
    ' ',
  )

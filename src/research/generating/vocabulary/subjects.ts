/** Subjects and aspects of which topics are put together, Chinese and English side by side. */

const pairs = (list: string) =>
  list
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([zh = '', ...en]) => ({ zh, en: en.join(' ') }))

/** What a topic is about. */
export const SUBJECTS = pairs(`
  茶叶 tea, 渔业 fishing, 陶瓷 ceramics, 天文 astronomy, 邮政 postal mail, 水库 reservoirs, 森林 forests, 草原 grassland, 海洋 oceans, 港口 harbours,
  航空 aviation, 铁路 railways, 桥梁 bridges, 隧道 tunnels, 煤炭 coal, 石油 oil, 电力 electric power, 风能 wind energy, 太阳能 solar energy, 核能 nuclear energy,
  钢铁 steel, 玻璃 glass, 纸张 paper, 塑料 plastics, 橡胶 rubber, 棉花 cotton, 丝绸 silk, 服装 clothing, 皮革 leather, 家具 furniture,
  玩具 toys, 钟表 clocks, 乐器 musical instruments, 戏曲 folk opera, 电影 films, 摄影 photography, 绘画 painting, 书法 calligraphy, 雕塑 sculpture, 舞蹈 dance,
  博物馆 museums, 图书馆 libraries, 档案 archives, 考古 archaeology, 古建筑 old buildings, 民俗 folk customs, 方言 dialects, 翻译 translation, 出版 publishing, 广播 broadcasting,
  足球 football, 游泳 swimming, 登山 climbing, 围棋 board games, 马拉松 marathons, 冰雪 winter sports, 宠物 pets, 昆虫 insects, 鸟类 birds, 湿地 wetlands,
  水稻 rice, 小麦 wheat, 玉米 maize, 大豆 soybeans, 蔬菜 vegetables, 水果 fruit, 花卉 flowers, 蜂蜜 honey, 牛奶 milk, 鸡蛋 eggs,
  猪肉 pork, 海鲜 seafood, 调味品 spices, 糕点 pastry, 咖啡 coffee, 白酒 spirits, 饮用水 drinking water, 垃圾 waste, 噪声 noise, 土壤 soil,
  气象 weather, 地震 earthquakes, 洪水 floods, 消防 fire protection, 矿山 mines, 化肥 fertiliser, 农药 pesticides, 种子 seeds, 拖拉机 tractors, 灌溉 irrigation,
  律师 lawyers, 法院 courts, 专利 patents, 商标 trademarks, 合同 contracts, 税收 taxes, 海关 customs duties, 保险 insurance, 养老 old age care, 残疾人 disabled people,
  志愿者 volunteers, 婚姻 marriage, 人口 population, 移民 migration, 旅游 tourism, 酒店 hotels, 餐馆 restaurants, 展览 exhibitions, 广告 advertising, 包装 packaging,
  物流 logistics, 仓库 warehouses, 自行车 bicycles, 摩托车 motorcycles, 卡车 trucks, 船舶 ships, 卫星 satellites, 雷达 radar, 电池 batteries, 电缆 cables`)

/** What is said of a subject. */
export const ASPECTS = pairs(`
  保护 protection, 价格 prices, 标准 standards, 质量 quality, 市场 markets, 技术 technology, 历史 history, 安全 safety, 管理 management, 贸易 trade,
  产量 output, 加工 processing, 运输 transport, 储存 storage, 检测 testing, 维修 repair, 培训 training, 研究 research, 投资 investment, 消费 consumption,
  品牌 brands, 设计 design, 创新 innovation, 能耗 energy use, 污染 pollution, 回收 recycling, 补贴 subsidies, 监督 supervision, 统计 statistics, 预测 forecasts,
  风险 risks, 成本 costs, 供应 supply, 需求 demand, 出口 exports, 进口 imports, 许可 permits, 登记 registration, 普查 surveys, 规划 planning,
  改造 renewal, 试验 trials, 采购 purchasing, 租赁 leasing, 协会 associations, 论坛 conferences, 人才 skilled workers, 工艺 craft, 材料 materials, 设备 equipment,
  数据 data, 地图 maps, 传统 traditions, 节日 festivals, 教材 teaching material, 俱乐部 clubs, 基金 funds, 合作社 cooperatives, 实验室 laboratories, 示范区 model districts`)

/** Things that people handle or complain about, behind a subject. */
export const OBJECTS = pairs(`
  摊位 stalls, 车间 workshops, 收费 charges, 证书 certificates, 广告牌 signboards, 围栏 fences, 配件 spare parts, 票据 receipts, 说明书 manuals, 热线 hotlines,
  班车 shuttles, 押金 deposits, 样品 samples, 价目表 price lists, 订单 orders, 展台 stands, 工棚 sheds, 停车区 parking areas, 排气管 exhausts, 水管 pipes,
  招牌 signs, 垫款 advances, 租金 rents, 名额 quotas, 补偿款 compensation, 质检单 inspection sheets, 场地 grounds, 执照 licences, 保证金 guarantees, 工单 work orders`)

/** Chinese. */
import type {DebateLanguage} from './language.ts';

export const zh: DebateLanguage = {
	code: 'zh',
	name: 'Chinese',
	tokensAWord: 2,
	frequent: new Set(),
	and: '和',
	comma: '、',
	announcements: {
		introduction:
			'主持人缺席，由系统宣布：辩题是：{proposition}参加辩论的是{chairs}。规则：{rules}。首先请{first}发言。',
		chair: '{name}（{framework}）',
		chairFrom: '来自{provider}的{name}（{framework}）',
		steelMan: '反驳之前先公正地陈述对方的主张',
		selfCritique: '各方承认自己立场的不足',
		framework: '各方从自己的立场出发论证',
		closing: '主持人缺席，由系统宣布：辩论到此结束。{names}就这个问题发表了看法：{proposition}答案由您决定。',
		show: '这里是《{show}》。',
		interjection: '主持人缺席，由系统宣布：{name}，{reason}请在下一轮发言中回应。',
		whoeverIsNext: '请下一位发言者',
	},
	openers: {
		factual_correction: ['我必须更正一点：', '事实并非如此：', '实际情况不同：', '不，这一点不对：'],
		straw_man_detected: ['我从未这样说过：', '这不是我的论点：', '您反驳的不是我：', '这不是我的原话：'],
		direct_challenge: ['我必须在这里打断：', '这一点我不能同意：', '这句话不能没有回应：', '我反对的正是这一点：'],
		clarification_needed: ['请等一下，这是什么意思：', '在您继续之前，请说明：', '我需要弄清楚：', '到底是哪一种：'],
		strong_agreement: ['是的，而且不止如此：', '这一点我们完全一致：', '您说得对，进一步说：', '我想强调这一点：'],
		pivotal_point: ['关键就在这里：', '请停一下，这是核心：', '我们的分歧正在于此：', '让我们在这里多停一会儿：'],
	},
};
